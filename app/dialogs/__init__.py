"""Windows over the window: what they ask and show."""
