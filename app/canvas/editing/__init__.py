"""Texts of the document, edited where they stand on their cards."""
