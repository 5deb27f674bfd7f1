"""Pictures: frozen looks that describe them, and the one painter that draws them on screen and in files."""
