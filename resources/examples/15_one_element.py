"""One element

Why [2, 0]?
y = x·x + 2, y[0].backward()
"""

import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = x*x + 2
y[0].backward()
print(x.grad)
