"""The panes around the canvas, the expression bar, and what pops up over it."""
