"""The findings: what to know first about a backward pass."""
