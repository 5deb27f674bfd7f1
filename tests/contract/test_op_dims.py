"""A dimension that a tensor does not have is refused as such by every operation that goes along one."""

import pytest
from sampling import OPS, arrays_of, as_tensors, flat, run

from core.ops.spec import Kind

GO_ALONG = [
    (op, sample, attribute)
    for op in OPS
    for sample in op.samples
    for attribute in op.attributes
    if not op.hidden and attribute.kind is Kind.DIM and len(op.inputs) == 1
]


@pytest.mark.parametrize("beyond", [lambda wide: wide + 1, lambda wide: -wide - 2], ids=["after", "before"])
@pytest.mark.parametrize(
    ("op", "sample", "attribute"), GO_ALONG, ids=[f"{op.name}-{attribute.name}" for op, _, attribute in GO_ALONG]
)
def test_a_dimension_that_is_not_there_is_refused(op, sample, attribute, beyond):
    inputs = arrays_of(op, sample)
    wide = max(flat(inputs)[0].ndim, 1)
    with pytest.raises(IndexError, match=r"[Dd]im"):
        run(op, as_tensors(inputs), sample.attributes | {attribute.name: beyond(wide)})
