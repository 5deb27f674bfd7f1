"""Documents as PyTorch code: names, parentheses, order, frames, and where each node stands."""

from dataclasses import replace

import pytest

from core.codegen.torch import LONGEST, to_code
from core.expr import edits
from core.expr.changes import apply
from core.expr.graph import Call, Document, Leaf, RegionKind, Slot, Source, Value, new_document
from core.expr.parse import parse
from core.expr.syntax import CodeError, parse_program
from core.ops.arithmetic import ADD, NEG

X = "x = torch.tensor([1., 2.], requires_grad=True)\n"


def written(text):
    """The code for a document that was read from code, without its head."""
    parsed = parse(text)
    assert parsed.problems == ()
    return body(parsed.document)


def body(document):
    return to_code(document).text.removeprefix("import torch\n").removeprefix("import torch.nn.functional as F\n")[1:]


def changed(document, changes):
    return apply(document, changes.changes)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_a_setting_that_has_no_default_in_pytorch_is_written(name):
    assert written(f"{X}y = x.{name}()").endswith(f"y = x.{name}(dim=-1)\n")


@pytest.mark.parametrize(
    "line",
    [
        "y = 2*x[0]*x[0] + 4*x[1]*x[1]",
        "y = (x + 1) * (x - 1)",
        "y = x - (x - 1)",
        "y = x - x - 1",
        "y = x / (x * 2)",
        "y = x / x * 2",
        "y = -x**2",
        "y = (-x)**2",
        "y = x**-2",
        "y = 2**x**2",
        "y = (2**x)**2",
        "y = (x**2)**0.5",
        "y = -(x + 1)",
        "y = --x",
        "y = (-x).exp()",
        "y = (x + 1)[0]",
        "y = (x * 2).sum(dim=0, keepdim=True)",
        "y = (x > 0) & (x < 1)",
        "y = (x > 0) == (x < 1)",
        "y = x*2 > x + 1",
        "y = 1 - x",
        "y = x % 2 // 1",
        "y = x @ x",
        "y = torch.where(x > 0, x, 0)",
        "y = F.softplus(x, beta=2.0)",
        "y = torch.stack([x, x * 2], dim=1).T",
        "y = x.view(1, -1)",
        "y = x.float().to(torch.int8)",
        "y = x[None, ..., 0:1]",
        "y = x[x > 0]",
        "y = x.max(0)[0]",
        "y = x.clamp(max=1.5)",
        "y = x.add(x, alpha=2)",
        "y = x * float('inf')",
        "y = x.detach() * x",
        "y = (x * 2).detach()",
        "y = torch.tensor(2.)*x + torch.ones(2)",
        "(x * x).sum().backward()",
        "x[0].backward(retain_graph=True)",
        "print(x.grad, f\"{x[0].item():.2f} {{}}\\n\", 'a')",
    ],
)  # fmt: skip
def test_lines_that_stay_as_they_are(line):
    assert written(X + line) == X + line + "\n"


def test_what_is_used_more_than_once_gets_a_name():
    document = parse(X + "a = x * 2\ny = a * a").document
    unnamed = changed(document, edits.rename(document, "n2", ""))
    assert body(unnamed) == X + "m1 = x * 2\ny = m1 * m1\n"


def test_made_up_names_avoid_those_that_are_there():
    document = parse(X + "a = x * 2\nm1 = a * a").document
    assert "m2 = x * 2" in body(changed(document, edits.rename(document, "n2", "")))


def test_an_expression_is_only_written_into_another_where_that_keeps_the_order():
    sum_of_two = (
        "a = torch.tensor(2.).exp()", "b = torch.tensor(3.).exp()", "y = b + a"
    )  # fmt: skip
    document = parse("\n".join(sum_of_two)).document
    for node in list(document.nodes.values())[:-1]:
        document = changed(document, edits.rename(document, node.id, ""))
    assert body(document) == "e1 = torch.tensor(2.).exp()\ny = torch.tensor(3.).exp() + e1\n"
    assert [node.op for node in parse(body(document)).document.nodes.values() if isinstance(node, Call)] == [
        "exp", "exp", "add"
    ]  # fmt: skip


def test_frames_are_blocks_and_comments():
    text = (
        X
        + "with torch.no_grad():  # frozen\n    a = x * 2\n    with torch.enable_grad():\n        b = a * 2\n"
        + "    c = b * 2\n# region detach: cut here\nd = c * 2\n# endregion\n# region no_grad off\ne = d.detach() * 2\n"
        + "# endregion\nf = e * 2\nwith torch.inference_mode():\n    g = f * 2\n"
    )
    assert written(text) == text


def test_a_frame_whose_nodes_cannot_stand_together_is_continued():
    text = X + "a = x * 2\nb = a * 2\nc = b * 2\n"
    document = parse(text).document
    key = {node.name: node.id for node in document.nodes.values()}
    document = changed(document, edits.wrap(document, [key["a"], key["c"]], RegionKind.NO_GRAD, title="both"))
    assert body(document) == (
        X + "with torch.no_grad():  # both\n    a = x * 2\nb = a * 2\n"
        "with torch.no_grad():  # both (continued)\n    c = b * 2\n"
    )
    again = parse(body(document)).document
    assert len(again.regions) == 1


def test_long_expressions_are_divided_and_can_be_read():
    terms = " + ".join(f"x[{place}] * {place}" for place in range(2)) + " + x.exp()" * 60
    code = to_code(parse(X + f"y = {terms}").document).text
    assert max(map(len, code.splitlines())) <= LONGEST
    assert parse(code).problems == ()


def test_a_very_long_chain_is_written_in_lines_that_can_be_read():
    document = new_document()
    nodes = {f"n{place}": Call(id=f"n{place}", op=NEG.name) for place in range(3000)}
    document = Document(id="d", nodes=nodes)
    assert len(parse_program(to_code(document).text).body) == 3001
    nodes["n0"] = Call(id="n0", op=ADD.name, constants={Slot("self"): 1, Slot("other"): 2})
    assert "1 + 2" in to_code(Document(id="d", nodes=nodes)).text


def test_random_numbers_are_seeded_where_needed():
    text = "a = torch.randn(2)\nb = torch.rand(2)\ntorch.manual_seed(7)\nc = torch.randn(2)\n"
    assert written(text) == text
    swapped = "torch.manual_seed(7)\na = torch.randn(2)\n"
    assert written("torch.manual_seed(7)\na = torch.randn(2)") == swapped


def test_title_and_note_are_the_first_text():
    text = '"""A "title"\n\nAnd a note \\\\ with a backslash, and """ quotes.\n"""\n'.replace('""" q', '\\"\\"\\" q')
    document = parse(text + "\nimport torch\n").document
    assert document.note == 'And a note \\ with a backslash, and """ quotes.'
    again = parse(to_code(document).text).document
    assert (again.title, again.note) == (document.title, document.note)


def test_what_is_missing_shows():
    document = changed(new_document(), edits.add_call(new_document(), ADD.name))
    assert body(document) == "... + ...\n"


def test_a_muted_operation_is_what_it_hands_on():
    document = parse(X + "y = (2 * x).exp()").document
    document = changed(document, edits.set_muted(document, ["n2"], True))
    assert body(document) == X + "y = x.exp()\n"


def test_each_node_is_found_in_the_code():
    document = parse(X + "y = 2*x[0] + x[1]\nwith torch.no_grad():\n    z = y * 3\ny.backward()").document
    code = to_code(document)
    stretches = {mark.node: code.text[mark.start : mark.end] for mark in reversed(code.marks)}
    assert stretches == {
        "n1": "torch.tensor([1., 2.], requires_grad=True)",
        "n2": "x[0]",
        "n4": "2*x[0]",
        "n6": "x[1]",
        "n8": "2*x[0] + x[1]",
        "n12": "y * 3",
    }
    assert [code.line_of(key) for key in document.nodes] == [3, 4, 4, 4, 4, 6]
    assert code.line_of("n99") is None
    assert code.text.splitlines()[code.action_lines[0] - 1] == "y.backward()"


def test_code_of_an_edited_document_follows_the_edit():
    document = parse(X + "y = x * 2\nz = y + x").document
    wire = document.wiring.at("n4", Slot("self")).id
    document = changed(document, edits.set_detached(document, [wire], True))
    document = changed(document, edits.connect(document, Source("n2"), "n4", Slot("other")))
    assert body(document) == X + "y = x * 2\nz = y.detach() + y\n"


def test_numbers_that_make_no_sense_are_named():
    leaf = Leaf(id="n1", name="x", value=Value("[1,"))
    with pytest.raises(CodeError, match=r"The numbers of x cannot be written as code: .*never closed"):
        to_code(replace(new_document(), nodes={"n1": leaf}))
