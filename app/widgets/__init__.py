"""Small widgets that panels, dialogs and the window are put together from, and how they look in a theme."""
