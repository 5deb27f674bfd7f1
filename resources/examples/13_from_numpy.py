"""From numpy

Why [2, 8, 18], and why float64?
y = x·x + 4, y.backward(x)
"""

import numpy as np
import torch

x = torch.from_numpy(np.array([1., 2., 3.]))
x.requires_grad_()
y = x*x + 4
y.backward(x)
print(x.grad)
