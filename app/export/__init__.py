"""Pictures and code in files, made without a window: the suffix of a file picks its format."""
