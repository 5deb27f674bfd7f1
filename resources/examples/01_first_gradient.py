"""A first gradient

Why is it 6?
y = x²  at  x = 3
"""

import torch

x = torch.tensor(3., requires_grad=True)
y = x**2
y.backward()
print(x.grad)
