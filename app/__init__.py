"""The desktop application: what is shown, how it is drawn, and the commands that act on it."""
