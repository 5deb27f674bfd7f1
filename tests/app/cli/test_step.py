"""``step FILE`` from the command line: the event log as JSON, scripts, and what it says to wrong input."""

import io
import json

import numpy as np
import pytest

from app.cli.main import main
from app.model.examples import examples
from core.io import project

CODE = "x = torch.tensor([1., 2.], requires_grad=True); y = (x * x).sum()"


def lines_of(capsys):
    return capsys.readouterr().out.splitlines()


def test_json_is_one_event_a_line(capsys):
    assert main(["step", "--json", "-e", CODE]) == 0
    events = [json.loads(line) for line in lines_of(capsys)]
    assert [event["i"] for event in events] == list(range(len(events)))
    assert events[-1]["event"] == "PassEnd"
    first = next(event for event in events if event["event"] == "Vjp" and event["grad_fn"] == "MulBackward0")
    assert (first["node"], first["formula"], first["incoming"]) == ("x * x", "g * x", [1, 1])


def test_a_log_that_ends_in_an_error_is_wrong_input(capsys):
    assert main(["step", "--json", "-e", "x = torch.ones(2, requires_grad=True); y = x * 2; y.backward()"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out.splitlines()[-1])["event"] == "Error"
    assert said.err.count("\n") == 1
    assert "scalar outputs" in said.err


def test_a_script_is_shown_with_its_answers(capsys, tmp_path):
    script = tmp_path / "steps"
    script.write_text("break event Sum\nc\nleaves\n\n# the end\nq\nn\n", encoding="utf-8")
    assert main(["step", "-e", CODE, "--script", str(script)]) == 0
    lines = lines_of(capsys)
    assert lines[:2] == ["> break event Sum", "stop 1: at any Sum: 1 hit."]
    assert "  x is used twice, so its gradients add." in lines
    assert lines[-2:] == ["> # the end", "> q"]


def test_a_node_is_printed_with_its_value(capsys, tmp_path):
    script = tmp_path / "steps"
    script.write_text("n 3\np x\n", encoding="utf-8")
    assert main(["step", "-e", CODE, "--script", str(script)]) == 0
    assert lines_of(capsys)[-3:] == [
        "x: AccumulateGrad, float32 [2], value [1, 2]",
        "  ready; gradient [2, 4]",
        "  .grad pending [2, 4] (2 of 2 arrived)",
    ]


def test_a_mistake_in_a_script_is_answered_and_counts(capsys, tmp_path):
    script = tmp_path / "steps"
    script.write_text("fly\nn\n", encoding="utf-8")
    assert main(["step", "-e", CODE, "--script", str(script)]) == 1
    lines = lines_of(capsys)
    assert lines[1] == "There is no command 'fly'. Type help for a list."
    assert lines[2] == "> n"


def test_commands_are_typed_until_they_end_and_an_empty_line_repeats(capsys, monkeypatch):
    typed, prompts = ["s", "", "n", "queue"], []

    def answer(prompt):
        prompts.append(prompt)
        if not typed:
            raise EOFError
        return typed.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    assert main(["step", "-e", CODE]) == 0
    assert prompts == ["(0/3) ", "(0/3) ", "(0/3) ", "(1/3) ", "(1/3) "]
    places = [line.split(":")[0] for line in lines_of(capsys) if line.startswith("Step")]
    assert places == [f"Step {step} of 3, event {event} of 19" for step, event in ((0, 0), (0, 1), (0, 2), (1, 7))]


def test_a_pass_that_fails_can_be_walked_up_to_its_error(capsys, tmp_path):
    script = tmp_path / "steps"
    script.write_text("goto end\nfindings\n", encoding="utf-8")
    code = "x = torch.tensor([1., 2.], requires_grad=True); y = x * 2; y.backward()"
    assert main(["step", "-e", code, "--script", str(script)]) == 0
    lines = lines_of(capsys)
    assert any("grad can be implicitly created only for scalar outputs" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["step", "-e", "x = torch.tensor([1., 2.])"], "there is no backward pass"),
        (["step", "-e", "x = = 1"], "<code>:1"),
        (["step", "nowhere.py"], "no such file"),
        (["step", "-"], "standard input"),
        (["step", "-e", CODE, "--script", "nowhere"], "nowhere"),
    ],
)
def test_wrong_input_is_one_clear_line(capsys, monkeypatch, arguments, message):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CODE.encode())))
    assert main(arguments) == 1
    written = capsys.readouterr().err
    assert message in written
    assert len(written.splitlines()) == 1
    assert "Traceback" not in written


def test_a_script_that_is_no_text_is_refused(capsys, tmp_path):
    script = tmp_path / "steps"
    script.write_bytes(b"n\n\xff")
    assert main(["step", "-e", CODE, "--script", str(script)]) == 1
    assert capsys.readouterr().err == f"{script}: this is not text (byte 2). Commands are UTF-8 text.\n"


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_could_not_be_computed_is_named(capsys, more):
    code = "x = torch.ones(2, requires_grad=True)\ny = x * [1]\ny.sum().backward()"
    assert main(["step", "-e", code, *more]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("<code>:2:5: mul(): 'other' has to be a tensor or a number")


def test_what_could_be_computed_is_stepped_all_the_same(capsys):
    code = "x = torch.ones(2, requires_grad=True)\ny = x * [1]\nx.sum().backward()"
    assert main(["step", "--json", "-e", code]) == 1
    said = capsys.readouterr()
    assert '"PassEnd"' in said.out.splitlines()[-1]
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_what_accumulate_carries_adds_up_to_the_gradients_of_the_leaves(capsys, tmp_path, example):
    path = tmp_path / "example.gradwalk"
    path.write_bytes(project.dumps(example.document))
    main(["run", "--json", str(path)])
    leaves = json.loads(capsys.readouterr().out)["leaves"]
    main(["step", "--json", str(path)])
    carried = {}
    for event in map(json.loads, lines_of(capsys)):
        if event["event"] == "Accumulate":
            number = np.array(event["incoming"], np.float64)
            carried[event["node"]] = carried.get(event["node"], 0.0) + number
    wanted = {leaf["name"]: np.array(leaf["grad"], np.float64) for leaf in leaves if leaf["grad"] is not None}
    assert carried.keys() == wanted.keys()
    for name, grad in wanted.items():
        np.testing.assert_allclose(carried[name], grad, rtol=1e-5)
