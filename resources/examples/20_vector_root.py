"""A root with several elements

Why does backward() refuse?
y = x·x, y.backward()
"""

import torch

x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x * x
y.backward()
