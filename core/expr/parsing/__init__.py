"""Reading PyTorch-like code into a document, without running any of it."""
