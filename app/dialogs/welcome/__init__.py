"""The first page: examples in the order of the tutorials, recent documents, and where to begin."""
