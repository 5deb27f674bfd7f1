"""``check``, ``convert`` and ``examples``."""

import pytest

from app.model.examples import examples
from core.io import project


def test_check_prints_a_problem_a_line_in_the_order_of_the_code(command):
    code = "x = torch.tensor([1., 2.])\ny = x + nothing\nz = x @ torch.ones(3)\nx.backward()"
    status, out, _ = command("check", "-e", code)
    places = [line.split(": ")[0] for line in out.splitlines()]
    assert status == 1
    assert places == ["<code>:2:9", "<code>:3:5", "<code>:4:1"]


def test_check_of_what_is_right_says_so(command):
    status, out, _ = command("check", "-e", "x = torch.tensor(1.)")
    assert (status, out) == (0, "<code>: nothing is wrong.\n")


def test_warnings_alone_do_not_make_the_status_one(command, tmp_path):
    file = tmp_path / "d.gradwalk"
    assert command("convert", "-e", "x = torch.tensor(1.); y = x * 2", "--to", file)[0] == 0
    odd = '{"from": ["n9", 0], "id": "w90", "input": "self", "to": "n1"}'
    text = file.read_text().replace('"wires": [', f'"wires": [\n{odd},')
    file.write_text(text)
    status, out, _ = command("check", file)
    assert status == 0
    assert "warning: The wire w90" in out


def test_code_becomes_a_document_and_code_again(command, tmp_path):
    document, code = tmp_path / "m.gradwalk", tmp_path / "m.py"
    source = "x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()"
    assert command("convert", "-e", source, "--to", document) == (0, f"{document}\n", "")
    assert command("convert", document, "--to", code)[0] == 0
    assert code.read_text() == f"import torch\n\n{source}\n"
    nodes = project.load(document).document.nodes.values()
    assert len({(node.x, node.y) for node in nodes}) == len(nodes)


@pytest.mark.parametrize("name", ["m.svg", "m.txt", "m"])
def test_convert_writes_documents_and_code_only(command, tmp_path, name):
    status, _, err = command("convert", "-e", "x = torch.tensor(1.)", "--to", tmp_path / name)
    assert status == 1
    assert "Use .gradwalk or .py." in err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_of_what_could_not_be_read(command, tmp_path):
    status, _, err = command("convert", "-e", "x = (", "--to", tmp_path / "m.gradwalk")
    assert status == 1
    assert err.startswith("<code>:1:")
    assert not list(tmp_path.iterdir())


def test_examples_are_listed_in_order(command):
    _, out, _ = command("examples")
    assert [line.split()[1] for line in out.splitlines()] == [example.name for example in examples()]


def test_an_example_is_printed_as_code_by_name_or_number(command):
    first = examples()[0]
    assert command("examples", first.name) == command("examples", str(first.number))
    assert "requires_grad=True" in command("examples", first.name)[1]


@pytest.mark.parametrize("suffix", [".py", ".gradwalk"])
def test_every_example_is_written_and_runs(command, tmp_path, suffix):
    for example in examples():
        path = tmp_path / f"{example.name}{suffix}"
        assert command("examples", example.name, "--to", path) == (0, f"{path}\n", "")
        status, out, err = command("run", path)
        assert out, example.name
        assert status in (0, 1), err


def test_unknown_examples_name_the_known_ones(command):
    status, _, err = command("examples", "nothing")
    assert status == 1
    assert "There is no example 'nothing'." in err and examples()[0].name in err


def test_an_example_is_no_picture(command, tmp_path):
    status, _, err = command("examples", "1", "--to", tmp_path / "a.png")
    assert status == 1 and "export" in err
    assert command("examples", "--to", tmp_path / "a.py")[0] == 1
