"""Commands as data: menus, the toolbar, the palette, the list of shortcuts and its page all come from one table."""
