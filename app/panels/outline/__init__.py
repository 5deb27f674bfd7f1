"""The outline: the document as a list, which is also how a screen reader and a keyboard see the canvas."""
