"""A two-layer perceptron

How far does the error of four examples reach?
mse(tanh(x @ W + b) @ V + c, t)
"""

import torch
import torch.nn.functional as F

x = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
t = torch.tensor([[0.], [1.], [1.], [0.]])
W = torch.tensor([[0.5, -0.5, 1.], [-1., 0.25, 0.5]], requires_grad=True)
b = torch.tensor([0.1, -0.1, 0.], requires_grad=True)
V = torch.tensor([[1.], [-0.5], [0.75]], requires_grad=True)
c = torch.tensor([0.2], requires_grad=True)
h = (x @ W + b).tanh()
loss = F.mse_loss(h @ V + c, t)
loss.backward()
print(W.grad, b.grad, V.grad, c.grad)
