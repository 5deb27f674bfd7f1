"""Why is grad None?

None, zero and blocked are not the same.
relu(a) + 2·b + d.detach()
"""

import torch

a = torch.tensor(-1., requires_grad=True)
b = torch.tensor(2., requires_grad=True)
d = torch.tensor(3., requires_grad=True)
e = torch.tensor(4., requires_grad=True)
y = a.relu() + 2*b + d.detach()
y.backward()
print(a.grad, b.grad, d.grad, e.grad)
