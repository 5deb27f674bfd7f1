"""Differentiation of what tensors record: the public names of `torch.autograd`."""
