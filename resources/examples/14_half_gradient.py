"""Half of a gradient

Why half of 2·x?
y.backward(torch.ones(3) * 0.5)
"""

import numpy as np
import torch

x = torch.from_numpy(np.array([1., 2., 3.]))
x.requires_grad_()
y = x*x + 4
y.backward(torch.ones(3) * 0.5)
print(x.grad)
