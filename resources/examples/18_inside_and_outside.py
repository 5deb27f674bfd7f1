"""Inside and outside

Which of the two can go back?
y = x·2, with and without no_grad
"""

import torch

x = torch.tensor([1., 2.], requires_grad=True)
with torch.no_grad():
    inside = x * 2
outside = x * 2
print(inside.requires_grad, outside.requires_grad)
outside.sum().backward()
print(x.grad)
