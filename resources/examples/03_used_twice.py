"""Used twice

Contributions add up.
y = a·b + a
"""

import torch

a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
y = a*b + a
y.backward()
print(a.grad, b.grad)
