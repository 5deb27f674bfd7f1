"""Searching for what can be added to a document: operations by name or sign, leaves by their numbers."""
