"""Cards over the canvas: what an edit has changed, and why the selected leaf got no gradient."""
