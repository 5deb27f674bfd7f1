"""Tensors: arrays that remember how they were computed."""
