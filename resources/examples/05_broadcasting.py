"""Broadcasting

Why is b.grad shorter than the gradient?
((m + b)·s).tanh().mean()
"""

import torch

m = torch.tensor([[0.5, -1., 0.25], [-0.5, 1., 0.]], requires_grad=True)
b = torch.tensor([0.1, 0.2, -0.3], requires_grad=True)
s = torch.tensor(1.5, requires_grad=True)
y = ((m + b) * s).tanh().mean()
y.backward()
print(b.grad)
