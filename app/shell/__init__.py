"""The window: its bars, its panes, and what holds them together."""
