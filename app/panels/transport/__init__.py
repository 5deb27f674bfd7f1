"""The transport: the buttons that step and play, and where stepping is, in a line."""
