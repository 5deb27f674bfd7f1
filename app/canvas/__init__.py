"""The canvas: one widget that shows a frame, and lets a document be edited by hand."""
