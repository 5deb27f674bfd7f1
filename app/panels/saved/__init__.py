"""The saved tensors: what the graph keeps for the backward pass, and when it lets go of it."""
