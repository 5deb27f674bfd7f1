"""The path: how a gradient has come from the root to a tensor, node by node."""
