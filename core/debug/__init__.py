"""Stepping through a backward pass: recording it, moving about in the recording, and explaining it."""
