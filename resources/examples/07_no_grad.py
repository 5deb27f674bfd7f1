"""no_grad

Which gradients die?
no_grad: h = w·x    y = h + b
"""

import torch

w = torch.tensor(3., requires_grad=True)
x = torch.tensor(2.)
b = torch.tensor(1., requires_grad=True)
with torch.no_grad():
    h = w * x
y = h + b
y.backward()
print(w.grad, b.grad)
