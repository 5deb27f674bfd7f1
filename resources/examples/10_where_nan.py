"""Where a NaN comes from

Why NaN, if the value is fine?
where(z > 0, z**0.5, 0).sum()
"""

import torch

p = torch.tensor([3., 1., 2.], requires_grad=True)
q = torch.tensor([1., 1., 1.], requires_grad=True)
d = p - q
z = d**2
k = z > 0
r = z**0.5
w = torch.where(k, r, 0)
y = w.sum()
y.backward()
print(p.grad)
