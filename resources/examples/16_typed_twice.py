"""Typed twice

Equal parts are not merged: each x[0] is read by itself.
2*x[0]*x[0] + 4*x[1]*x[1]
"""

import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4*x[1]*x[1]
y.backward()
print(x.grad)
