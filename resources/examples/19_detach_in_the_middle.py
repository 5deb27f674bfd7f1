"""detach in the middle

Why does a get nothing?
y = (a·b).detach()·c
"""

import torch

a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
c = torch.tensor(4., requires_grad=True)
h = a * b
y = h.detach() * c
y.backward()
print(a.grad, b.grad, c.grad)
