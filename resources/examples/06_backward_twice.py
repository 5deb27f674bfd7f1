"""Calling backward twice

Why has .grad doubled?
y.backward(retain_graph=True) ×2
"""

import torch

a = torch.tensor(2., requires_grad=True)
b = torch.tensor(3., requires_grad=True)
y = (a * b)**2
y.backward(retain_graph=True)
print(a.grad)
y.backward(retain_graph=True)
print(a.grad)
