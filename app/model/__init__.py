"""What the application knows, without any toolkit: documents, history, themes and numbers."""
