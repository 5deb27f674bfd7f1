"""detach

Half of the gradient is cut.
z = c·c.detach()
"""

import torch

c = torch.tensor(3., requires_grad=True)
z = c * c.detach()
z.backward()
print(c.grad)
