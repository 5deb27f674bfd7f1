"""The palette: all operations, by what they are for."""
