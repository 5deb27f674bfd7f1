"""``run``: values, gradients and prints, as text and as JSON."""

import json

import pytest

SQUARES = "x = torch.tensor([1., 2., 3.], requires_grad=True); y = x * x + 4; y.backward(torch.tensor([1., 2., 3.]))"


def test_the_text_names_roots_and_leaves(command):
    status, out, err = command("run", "-e", SQUARES)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Roots",
        "  y  = [5, 8, 13]  AddBackward0  float32  [3]",
        "Leaves",
        "  x  = [1, 2, 3]  grad [2, 8, 18]  float32  [3]",
    ]


def test_json_is_what_the_documentation_says(command):
    status, out, _ = command("run", "--json", "-e", SQUARES)
    assert status == 0
    assert json.loads(out) == {
        "roots": [
            {
                "name": "y", "value": [5.0, 8.0, 13.0], "shape": [3], "dtype": "float32", "requires_grad": True,
                "grad_fn": "AddBackward0",
            }
        ],
        "leaves": [
            {
                "name": "x", "value": [1.0, 2.0, 3.0], "shape": [3], "dtype": "float32", "requires_grad": True,
                "grad": [2.0, 8.0, 18.0],
            }
        ],
        "printed": [],
        "problems": [],
    }  # fmt: skip


def test_nan_and_infinity_are_words_in_json(command):
    code = "x = torch.tensor([0., 1., float('nan')], requires_grad=True); y = (1 / x).sum()"
    _, out, _ = command("run", "--json", "-e", code)
    found = json.loads(out)
    assert found["leaves"][0]["grad"] == ["-inf", -1.0, "nan"]
    assert found["roots"][0]["value"] == "nan"


def test_a_leaf_without_a_gradient_has_null(command):
    _, out, _ = command("run", "--json", "-e", "x = torch.tensor(1., requires_grad=True); y = x.detach() * 2")
    assert json.loads(out)["leaves"][0]["grad"] is None


def test_without_backward_each_root_is_differentiated(command):
    _, out, _ = command("run", "-e", "x = torch.tensor(3., requires_grad=True); y = x * x")
    assert "grad 6" in out


@pytest.mark.parametrize("code", ["", "x = 3; y = x**2"])
def test_code_without_a_tensor_is_told_what_makes_one(command, code):
    status, out, err = command("run", "-e", code)
    assert (status, err) == (0, "") and "torch.tensor" in out


def test_nothing_is_printed_where_there_are_only_problems(command):
    assert command("run", "-e", "x = torch.tensor([1.")[1] == ""


def test_prints_come_first(command):
    _, out, _ = command("run", "-e", "x = torch.tensor(1.); print('hello', x.item())")
    assert out.splitlines()[0] == "hello 1.0"


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_problems_have_their_place_and_make_the_status_one(command, flags):
    code = "a = torch.tensor([1., 2.])\nb = torch.tensor([1., 2., 3.])\nc = a + b"
    status, out, err = command("run", *flags, "-e", code)
    assert status == 1
    if flags:
        (problem,) = json.loads(out)["problems"]
        assert (problem["line"], problem["column"], problem["node"]) == (3, 5, "c")
    else:
        assert err.startswith("<code>:3:5: add: the shapes [2] and [3] do not fit together")


def test_what_cannot_be_read_is_reported_and_the_rest_is_run(command):
    status, out, err = command("run", "-e", "x = torch.tensor(2., requires_grad=True)\ny = x * nothing\nz = x * 3")
    assert status == 1
    assert err.startswith("<code>:2:9: Nothing is called 'nothing' here.")
    assert "z" in out and "grad 3" in out


def test_documents_and_pictures_are_run_as_well(command, tmp_path):
    file = tmp_path / "m.py"
    file.write_text(f"import torch\n{SQUARES}\n")
    expected = command("run", file)[1]
    for name in ("m.gradwalk", "m.svg", "m.png", "m.pdf"):
        assert command("export", file, "--to", tmp_path / name)[0] == 0
        status, out, err = command("run", tmp_path / name)
        assert (status, out, err) == (0, expected, "")


def test_the_name_of_an_example_in_place_of_a_file_leads_to_it(command):
    assert "`examples indexing --to indexing.py`" in command("run", "indexing")[2]
    assert "Check the name" in command("run", "nosuch")[2]
