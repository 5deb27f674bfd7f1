"""Writing pictures and code: what is chosen, what it will look like, and the writing itself."""
