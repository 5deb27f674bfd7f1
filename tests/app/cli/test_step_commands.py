"""The terminal debugger as a function from a recording and lines of input to lines of output."""

import pytest

import core as torch
from app.cli.step_commands import COMMANDS, Conversation
from app.cli.step_text import Pen
from core.debug.document import record_document
from core.debug.recorder import record
from core.debug.text import Ink, Run
from core.expr.parse import parse


def square():
    """(2*x) * x, summed: small enough to read its whole log."""
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    x.name = "x"
    return record((x * 2 * x).sum())


@pytest.fixture
def talk():
    return Conversation(square())


def said(talk, *lines):
    """Everything the debugger says to the lines, without blanks at the ends."""
    return [text.strip() for line in lines for text in talk.answer(line)]


def test_a_node_step_says_where_it_is_what_happened_and_how(talk):
    assert said(talk, "n", "n", "n") == [
        "Step 0 of 4, event 2 of 25: Seed",
        "sum is a root: its gradient starts as 1.",
        "sum has one element, so none had to be given: it is 1.",
        "∂sum/∂sum = 1",
        "Step 1 of 4, event 7 of 25: VJP",
        "sum hands [1, 1] to mul2.",
        "The gradient 1 that came in goes to each of the 2 elements.",
        "∂sum/∂mul2 = expand(g, [2]) = 1 × 1 = [1, 1]",
        "Step 2 of 4, event 15 of 25: VJP",
        "mul2 hands [1, 2] to mul1 and [2, 4] to x.",
        "The gradient [1, 1] that came in is multiplied by [1, 2] for mul1 and [2, 4] for x.",
        "∂sum/∂x = g * mul1 = [1, 1] × [2, 4] = [2, 4]",
    ]


def test_back_undoes_next_and_counts_are_taken(talk):
    said(talk, "n 3")
    index = talk.cursor.index
    said(talk, "n 2", "b 2")
    assert talk.cursor.index == index
    said(talk, "s 3", "sb 3")
    assert talk.cursor.index == index


def test_at_either_end_it_says_so(talk):
    assert said(talk, "b") == ["This is the start."]
    said(talk, "goto end")
    assert said(talk, "n") == ["This is the end: the pass is over."]


def test_breaking_continuing_and_going_back_to_the_stop(talk):
    assert said(talk, "break event Sum") == ["stop 1: at any Sum: 1 hit."]
    assert said(talk, "c")[-1] == "stop 1, hit 1 of 1"
    stopped = talk.cursor.index
    said(talk, "c", "rc")
    assert talk.cursor.index == stopped
    assert said(talk, "break") == ["stop 1: at any Sum: 1 hit."]
    assert said(talk, "delete 1", "break") == ["Stop 1 is gone.", "There are no stops."]
    said(talk, "goto start", "c")
    assert talk.cursor.index == talk.cursor.last


def test_watching_gradients_and_why_a_stop_never_hits(talk):
    assert said(talk, "watch x absmax > 5") == ["stop 1: the gradient of x if absmax > 5: 1 hit."]
    assert said(talk, "watch any_nan") == [
        "stop 2: any gradient if any_nan: 0 hits. The condition is false all 6 times."
    ]
    assert said(talk, "watch x") == ["stop 3: the gradient of x: 3 hits."]
    assert said(talk, "break mul1 if norm > 2") == ["stop 4: before mul1 runs if norm > 2: 1 hit."]
    assert said(talk, "break op mul") == ["stop 5: before any mul runs: 2 hits."]


def test_running_to_a_node(talk):
    assert said(talk, "u mul1")[0] == "Step 3 of 4, event 16 of 25: Enter"
    assert said(talk, "u sum") == ["sum does not run after event 16."]
    assert said(talk, "until #0") == ["sum does not run after event 16."]


def test_going_to_steps_and_events(talk):
    assert said(talk, "goto 2")[0].startswith("Step 2 of 4, event 15")
    assert said(talk, "goto event 12")[0] == "Step 2 of 4, event 12 of 25: Receive"
    assert said(talk, "goto start")[0].startswith("Step 0 of 4, event 0")


def test_listing_a_step_the_queue_and_the_leaves(talk):
    said(talk, "goto event 13")
    listed = [line for line in said(talk, "list") if line.startswith(">")]
    assert listed == [">    13  Ready          mul1 has all its contributions."]
    said(talk, "goto 2")
    assert said(talk, "queue") == [
        "running  MulBackward0 of mul2",
        "ready 1  MulBackward0 of mul1, in: [1, 2]",
        "waiting  AccumulateGrad of x, 1 of 2 arrived; missing from mul1",
    ]
    assert said(talk, "goto 0", "leaves")[-1] == "x            pending (0 of 2 arrived)"
    said(talk, "goto 2")
    assert said(talk, "leaves") == ["x            pending [2, 4] (1 of 2 arrived)"]
    assert said(talk, "goto end", "leaves")[-1] == "x            [4, 8]"


def test_a_leaf_that_a_pass_with_an_error_did_not_reach_is_not_pending():
    text = "x = torch.tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()\ny.backward()"
    talk = Conversation(record_document(parse(text).document))
    assert said(talk, "goto end")[0].endswith(": Error")
    assert said(talk, "leaves") == ["x            [2, 4]"]


def test_printing_nodes(talk):
    said(talk, "goto 2")
    assert said(talk, "p x") == [
        "x: AccumulateGrad, float32 [2]",
        "waiting, 1 of 2 arrived; gradient [2, 4]",
        ".grad pending [2, 4] (1 of 2 arrived)",
    ]
    assert len(said(talk, "p")) == 9


def test_where_explains_the_place_again(talk):
    moved = said(talk, "n 2")
    assert said(talk, "where") == moved


def test_a_break_with_a_condition_alone_watches_any_gradient(talk):
    assert said(talk, "break if absmax > 3") == said(Conversation(square()), "watch absmax > 3")


def test_findings(talk):
    assert said(talk, "findings") == ["Nothing to report: every leaf has a gradient, and all numbers are finite."]


def test_quitting_ends_the_conversation(talk):
    assert said(talk, "q") == []
    assert talk.over


def test_empty_lines_and_comments_are_passed_over(talk):
    assert said(talk, "", "   ", "# a remark") == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fly", "no command 'fly'"),
        ("n many", "how many steps"),
        ("n -1", "how many steps"),
        ("u", "needs a node"),
        ("u nowhere", "No node is called 'nowhere'. There are sum, mul2, mul1, x."),
        ("p #99", "No node"),
        ("goto", "the number of a step"),
        ("goto 99", "There is no step 99"),
        ("goto event 99", "There is no event 99"),
        ("goto event", "the number of an event"),
        ("break event Nothing", "no event 'Nothing'"),
        ("break x if norm >", "a word or a number is missing"),
        ("watch absmax", "compare it with one"),
        ("watch nowhere > 3", "no word 'nowhere'"),
        ("delete 1", "no stop 1"),
        ("delete x", "the number of a stop"),
        ("help fly", "no command 'fly'"),
        ("queue now", "takes nothing more"),
    ],
)
def test_mistakes_are_answered_and_change_nothing(talk, line, message):
    said(talk, "n")
    before = talk.cursor.index
    with (
        pytest.raises(ValueError, match=message)
        if "goto" not in line or "number" in message
        else pytest.raises((ValueError, IndexError), match=message)
    ):
        said(talk, line)
    assert talk.cursor.index == before
    assert talk.stops == []


def test_a_stop_is_set_once(talk):
    said(talk, "break event Sum")
    with pytest.raises(ValueError, match="already"):
        said(talk, "break event Sum")


def test_every_command_has_help(talk):
    listed = said(talk, "help")
    assert len(listed) == len(COMMANDS)
    for command in COMMANDS:
        for name in command.names:
            assert said(talk, f"help {name}")[0] == f"{command.usage}: {command.summary}"


def test_colours_only_where_they_are_wanted():
    text = (Run("x", Ink.NAME), Run(" receives "), Run("4", Ink.GRADIENT))
    assert Pen()(text) == "x receives 4"
    assert Pen(colour=True)(text) == "\033[1mx\033[0m receives \033[33m4\033[0m"
