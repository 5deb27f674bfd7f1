"""The explanation: what has just happened, in two sentences with their numbers."""
