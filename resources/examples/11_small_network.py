"""A small network

Read a real training step.
mse(V @ tanh(W @ x), t)
"""

import torch
import torch.nn.functional as F

x = torch.tensor([1., -2.])
W = torch.tensor([[0.5, -0.25], [1., 0.75]], requires_grad=True)
V = torch.tensor([[1., -1.]], requires_grad=True)
t = torch.tensor([0.5])
h = (W @ x).tanh()
loss = F.mse_loss(V @ h, t)
loss.backward()
print(W.grad, V.grad)
