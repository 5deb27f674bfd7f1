"""Every operation computes what its formula says, and what an independent computation gives."""

import numpy as np
import pytest
from references import REFERENCES
from sampling import CASES, IDS, OPS, arrays_of, as_tensors, every, flat, floating, rebuilt, results_of, run
from test_op_records import words_of

from core.errors import DtypeError
from core.ops.rule import ARRAY_WORDS
from core.ops.spec import REQUIRED, Category, Promotion
from core.tensor.tensor import Tensor, wrap

samples = pytest.mark.parametrize(("op", "sample"), CASES, ids=IDS)


def names_itself(op):
    """Whether the formula only repeats the name of the operation."""
    own = {op.name, *op.spelling.functions, *op.spelling.methods, *op.spelling.nn}
    return bool(own & words_of(op.formula))


def by_formula(op, inputs, attributes):
    """Evaluate the formula of an operation; it is our own text."""
    names = {port.name: value for port, value in zip(op.inputs, inputs, strict=True)}
    names |= {one.name: one.default for one in op.attributes if one.default is not REQUIRED}
    return eval(op.formula, dict(ARRAY_WORDS), names | attributes)


def values(op, sample, dtype=np.float64):
    return [one.array for one in results_of(run(op, as_tensors(arrays_of(op, sample, dtype)), sample.attributes))]


def assert_equal(got, expected, rtol=1e-12):
    got, expected = results_of(got), results_of(expected)
    assert len(got) == len(expected)
    for one, other in zip(got, expected, strict=True):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(np.asarray(one, float), np.asarray(other, float), rtol=rtol, atol=rtol)


@samples
def test_the_formula_gives_the_result(op, sample):
    """Where it leaves options out, it holds for the first sample, and a reference says the rest."""
    if sample is not op.samples[0] and op.name in REFERENCES:
        pytest.skip("a reference computes what the formula leaves out")
    inputs = arrays_of(op, sample)
    absent = {port.name for port, value in zip(op.inputs, inputs, strict=True) if value is None}
    if names_itself(op) or absent & words_of(op.formula):
        pytest.skip("the formula does not say this in other words")
    expected = by_formula(op, inputs, sample.attributes)
    assert_equal(values(op, sample), expected, rtol=1e-9)


@pytest.mark.parametrize("op", [op for op in OPS if op.name in REFERENCES], ids=lambda op: op.name)
def test_the_reference_gives_the_result(op):
    for sample in op.samples:
        assert_equal(values(op, sample), REFERENCES[op.name](*present(op, sample), **sample.attributes), rtol=1e-9)


def present(op, sample):
    return arrays_of(op, sample)[: len(sample.inputs)]


def test_what_only_names_itself_has_a_reference():
    moves_elements_only = {Category.SHAPE, Category.INDEXING}  # compared with numpy where they are tested
    assert [
        op.name
        for op in OPS
        if not op.hidden and names_itself(op) and op.category not in moves_elements_only and op.name not in REFERENCES
    ] == []


@every
def test_the_inputs_are_left_alone(op):
    for sample in op.samples:
        inputs = arrays_of(op, sample)
        before = [np.array(one) for one in flat(inputs)]
        run(op, sharing(inputs), sample.attributes)
        for one, other in zip(flat(inputs), before, strict=True):
            np.testing.assert_array_equal(np.array(one), other)


def sharing(inputs):
    """Return tensors that share their memory with the arrays."""
    return rebuilt(inputs, (wrap(one) if isinstance(one, np.ndarray) else one for one in flat(inputs)))


# Element types ----------------------------------------------------------------------------------------

KEEPS_TYPE = {np.float16: 4e-3, np.float32: 2e-5}


@pytest.mark.parametrize("dtype", KEEPS_TYPE, ids=lambda dtype: dtype.__name__)
@every
def test_floats_stay_what_they_are(op, dtype):
    for sample in op.samples:
        given = [one.dtype for one in flat(arrays_of(op, sample, dtype)) if isinstance(one, np.ndarray)]
        if dtype in given and not any(isinstance(one, np.dtype) for one in sample.attributes.values()):
            check_type_is_kept(op, sample, dtype)


def check_type_is_kept(op, sample, dtype):
    try:
        made = values(op, sample, dtype)
    except DtypeError:
        assert dtype is np.float16
        assert op.category is Category.LINALG  # as in PyTorch: decompositions need more digits
        return
    expected = [one.astype(dtype).astype(float) for one in values(op, sample) if one.dtype.kind == "f"]
    floats = [one for one in made if one.dtype.kind == "f"]
    if op.promotion is not Promotion.NONE and op.name != "float_power":
        assert {one.dtype for one in floats} <= {np.dtype(dtype)}
    for one, other in zip(floats, expected, strict=True):
        scale = np.max(np.abs(other[np.isfinite(other)]), initial=1)
        np.testing.assert_allclose(one.astype(float), other, rtol=KEEPS_TYPE[dtype], atol=KEEPS_TYPE[dtype] * scale)


@pytest.mark.parametrize(
    "op",
    [op for op in OPS if op.promotion is Promotion.FLOAT and not op.attributes and op.body is None],
    ids=lambda op: op.name,
)
def test_integers_become_floats_where_the_result_is_none(op):
    made = run(op, as_tensors([np.array([1, 2]) for _ in op.inputs]), {})
    assert made.array.dtype == np.float32


@pytest.mark.parametrize(
    "op", [op for op in OPS if op.promotion is Promotion.COMMON and op.name != "float_power"], ids=lambda op: op.name
)
def test_a_number_does_not_widen_a_tensor(op):
    places = [place for place, port in enumerate(op.inputs) if port.takes != "a tensor" and not port.as_is]
    for sample in op.samples:
        inputs = arrays_of(op, sample, np.float32)
        for place in places:
            if inputs[place] is not None and floating(inputs):
                swapped = [0.75 if at == place else value for at, value in enumerate(inputs)]
                if not floating(swapped):
                    continue
                made = results_of(run(op, as_tensors(swapped), sample.attributes))
                assert all(one.array.dtype in (np.float32, np.bool_) for one in made)


# Shapes and layouts -----------------------------------------------------------------------------------


def elementwise():
    """The operations whose results have the broadcast shape of their inputs, in all samples."""
    found = []
    for op in OPS:
        shapes = [sample.inputs for sample in op.samples]
        if op.inputs[0].variadic or not op.samples or any(not isinstance(s, tuple) for one in shapes for s in one):
            continue
        if op.category in (Category.ARITHMETIC, Category.ELEMENTWISE, Category.ACTIVATION, Category.COMPARE) and all(
            values(op, sample)[0].shape == np.broadcast_shapes(*sample.inputs) for sample in op.samples
        ):
            found.append(op)
    return found


ELEMENTWISE = elementwise()


def fits_every_shape(op):
    """Whether the attributes of the first sample go with inputs of any shape."""
    if op.hidden or op.name in ("glu", "prelu"):  # halves a dimension; has one slope for each channel
        return False
    needs_shape = any(one.default is REQUIRED and one.kind != "number" for one in op.attributes)
    return not needs_shape and all(one.default in (-1, 0) for one in op.attributes if one.kind == "dim")


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1, 1, 1)], ids=str)
@pytest.mark.parametrize("op", list(filter(fits_every_shape, ELEMENTWISE)), ids=lambda op: op.name)
def test_every_shape_is_taken(op, shape):
    inputs = [np.full(shape, (op.domain.low + op.domain.high) / 2 + 0.1) for _ in op.samples[0].inputs]
    inputs += [None] * (len(op.inputs) - len(inputs))
    made = run(op, as_tensors(inputs), op.samples[0].attributes)
    assert isinstance(made, Tensor)
    assert made.array.shape == shape


def strided(value):
    """The same numbers, spread in memory."""
    if not isinstance(value, np.ndarray) or value.ndim == 0:
        return value
    return np.repeat(value, 2, axis=-1)[..., ::2]


def backwards(value):
    """The same numbers, with the first dimension as the fastest."""
    return np.asfortranarray(value) if isinstance(value, np.ndarray) and value.ndim else value


@pytest.mark.parametrize("layout", [strided, backwards])
@pytest.mark.parametrize("op", [op for op in OPS if op.category is not Category.SHAPE], ids=lambda op: op.name)
def test_the_layout_in_memory_does_not_matter(op, layout):
    for sample in op.samples:
        inputs = arrays_of(op, sample)
        laid = rebuilt(inputs, map(layout, flat(inputs)))
        made = [one.array for one in results_of(run(op, sharing(laid), sample.attributes))]
        assert_equal(made, values(op, sample), rtol=1e-12)
