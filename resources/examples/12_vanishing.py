"""Vanishing gradients

Watch the norm shrink.
sigmoid, 8 times
"""

import torch

x = torch.tensor(0.5, requires_grad=True)
y = x.sigmoid().sigmoid().sigmoid().sigmoid().sigmoid().sigmoid().sigmoid().sigmoid()
y.backward()
print(x.grad)
