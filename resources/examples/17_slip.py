"""A slip

What is wrong with [1]?
2*x[0]*x[0] + 4*x[1]*[1]
"""

import torch

x = torch.tensor([1., 2.], requires_grad=True)
y = 2*x[0]*x[0] + 4 * x[1] * [1]
y.backward()
