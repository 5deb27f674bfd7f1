"""The external gradient

Why does backward() ask for an argument?
y = x·x, y.backward([1, 0.5])
"""

import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = x * x
y.backward(torch.tensor([1., 0.5]))
print(x.grad)
