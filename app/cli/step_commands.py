"""The commands of the terminal debugger.

Each is a function from the conversation and the rest of the line to lines of text. The table at the end is what
help, completion and the reading of input share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from app.cli import step_text
from app.cli.step_text import Pen
from core.debug.breakpoints import OnEvent, OnGradient, OnNode, OnOp, Stop, Stops, Trigger, find_hits
from core.debug.cursor import Cursor, Move
from core.debug.events import NodeNumber
from core.debug.predicate_parser import parse_predicate
from core.debug.predicates import WORDS
from core.debug.recording import Recording
from core.debug.steps import StepSize
from core.errors import ArgumentError

EVENTS = ("Sum", "Blocked", "Hook", "Unbroadcast", "ZeroFill", "NonFinite", "Accumulate", "Error")
"""Kinds of events that are worth stopping at."""


class StepError(ArgumentError):
    """A line that the debugger cannot follow."""


@dataclass(slots=True)
class Conversation:
    """A recording that is being walked through: the cursor, and the stops that were set."""

    recording: Recording
    pen: Pen = field(default_factory=Pen)
    cursor: Cursor = field(init=False)
    stops: list[Stop] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        self.cursor = Cursor(self.recording)

    def set_stops(self, stops: Iterable[Stop]) -> None:
        """Stop at these from now on."""
        self.stops = list(stops)
        self.cursor.stops = Stops(self.recording, self.stops)

    def answer(self, line: str) -> Iterator[str]:
        """Follow one line of input."""
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            return
        command = BY_NAME.get(name)
        if command is None:
            raise StepError(f"There is no command {name!r}.", "Type help for a list.")
        yield from command.run(self, rest.strip())

    def node(self, text: str) -> NodeNumber:
        """Return the node of a label, or of ``#3``."""
        nodes = self.recording.nodes
        if text.startswith("#") and text[1:].isdigit() and int(text[1:]) < len(nodes):
            return nodes[int(text[1:])].number
        for one in nodes:
            if one.label == text:
                return one.number
        labels = ", ".join(dict.fromkeys(one.label for one in nodes))
        raise StepError(f"No node is called {text!r}.", f"There are {labels}.")


Answer = Callable[[Conversation, str], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its names, how it is typed, and what it does."""

    names: tuple[str, ...]
    usage: str
    summary: str
    run: Answer
    details: str = ""


def _stepping(size: StepSize, *, forward: bool) -> Answer:
    def run(talk: Conversation, rest: str) -> Iterator[str]:
        for _ in range(_number(rest or "1", "how many steps")):
            move = talk.cursor.move(size, forward)
            if not move.moved:
                break
        yield from _after(talk, move)

    return run


def _continue(*, forward: bool) -> Answer:
    def run(talk: Conversation, rest: str) -> Iterator[str]:
        _nothing(rest)
        yield from _after(talk, talk.cursor.move(StepSize.RUN, forward))

    return run


def _after(talk: Conversation, move: Move) -> Iterator[str]:
    """Say where a move has led, and why there."""
    if move.moved:
        yield from step_text.here(talk.cursor, talk.pen)
    for hit in move.hits:
        yield f"  stop {talk.stops.index(hit.stop) + 1}, hit {hit.count} of {hit.total}"
    if move.message:
        yield move.message


def _until(talk: Conversation, rest: str) -> Iterator[str]:
    number = talk.node(rest or _missing("a node"))
    move = talk.cursor.to_node(number)
    yield from _after(talk, move)


def _goto(talk: Conversation, rest: str) -> Iterator[str]:
    kind, _, number = rest.partition(" ")
    match kind:
        case "start":
            move = talk.cursor.to_start()
        case "end":
            move = talk.cursor.to_end()
        case "event":
            move = talk.cursor.go_to(_number(number, "the number of an event"))
        case _:
            move = talk.cursor.to_step(_number(rest, "the number of a step, start, end, or event and a number"))
    yield from _after(talk, move)


def _break(talk: Conversation, rest: str) -> Iterator[str]:
    if not rest:
        yield from _listed(talk)
        return
    what, _, condition = (part.strip() for part in f" {rest} ".partition(" if "))
    yield from _set(talk, Stop(_trigger(talk, what), condition))


def _trigger(talk: Conversation, what: str) -> Trigger:
    kind, _, name = what.partition(" ")
    if kind == "event" and name:
        if name not in EVENTS:
            raise StepError(f"There is no event {name!r} to stop at.", f"There are {', '.join(EVENTS)}.")
        return OnEvent(name)
    if kind == "op" and name:
        return OnOp(name.strip())
    if not what:
        return OnGradient()
    return OnNode(talk.node(what))


def _watch(talk: Conversation, rest: str) -> Iterator[str]:
    if not rest:
        yield from _listed(talk)
        return
    name, _, condition = rest.partition(" ")
    if name in {one.label for one in talk.recording.nodes} or name.startswith("#"):
        yield from _set(talk, Stop(OnGradient(talk.node(name)), condition.strip()))
    else:
        yield from _set(talk, Stop(OnGradient(), rest))


def _set(talk: Conversation, stop: Stop) -> Iterator[str]:
    if stop.condition:
        parse_predicate(stop.condition)
    if stop in talk.stops:
        raise StepError("This stop is set already.")
    talk.set_stops([*talk.stops, stop])
    yield _about(talk, len(talk.stops))


def _listed(talk: Conversation) -> Iterator[str]:
    yield from (_about(talk, number) for number in range(1, len(talk.stops) + 1))
    if not talk.stops:
        yield "There are no stops."


def _about(talk: Conversation, number: int) -> str:
    stop = talk.stops[number - 1]
    hits = find_hits(talk.recording, stop)
    condition = f" if {stop.condition}" if stop.condition else ""
    count = f"{len(hits.indices)} hit{'' if len(hits.indices) == 1 else 's'}"
    return f"stop {number}: {_described(talk, stop.trigger)}{condition}: {count}. {hits.problem}".rstrip()


def _described(talk: Conversation, trigger: Trigger) -> str:
    nodes = talk.recording.nodes
    match trigger:
        case OnNode(node=int(number)):
            return f"before {nodes[number].label} runs"
        case OnGradient(node=int(number)):
            return f"the gradient of {nodes[number].label}"
        case OnGradient():
            return "any gradient"
        case OnOp(name):
            return f"before any {name} runs"
        case OnEvent(kind):
            return f"at any {kind}"
    return str(trigger)


def _delete(talk: Conversation, rest: str) -> Iterator[str]:
    number = _number(rest, "the number of a stop")
    if not 1 <= number <= len(talk.stops):
        raise StepError(f"There is no stop {number}.", "Type break for a list.")
    del talk.stops[number - 1]
    talk.set_stops(talk.stops)
    yield f"Stop {number} is gone."


def _print(talk: Conversation, rest: str) -> Iterator[str]:
    state = talk.cursor.state
    numbers = [talk.node(rest)] if rest else [one.number for one in talk.recording.nodes]
    for number in numbers:
        yield from step_text.node(state, number)


def _where(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    yield from step_text.here(talk.cursor, talk.pen)


def _queue(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    yield from step_text.queue(talk.cursor.state)


def _leaves(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    yield from step_text.leaves(talk.cursor.state, talk.pen)


def _list(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    yield from step_text.step_events(talk.cursor, talk.pen)


def _findings(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    yield from step_text.found(talk.recording, talk.pen)


def _quit(talk: Conversation, rest: str) -> Iterator[str]:
    _nothing(rest)
    talk.over = True
    yield from ()


def _help(talk: Conversation, rest: str) -> Iterator[str]:
    if not rest:
        yield from step_text.table((command.usage, command.summary) for command in COMMANDS)
        return
    command = BY_NAME.get(rest)
    if command is None:
        raise StepError(f"There is no command {rest!r}.", "Type help for a list.")
    yield f"{command.usage}: {command.summary}"
    if command.details:
        yield command.details


def _nothing(rest: str) -> None:
    if rest:
        raise StepError(f"This command takes nothing more, but {rest!r} was given.")


def _missing(what: str) -> str:
    raise StepError(f"This command needs {what}.")


def _number(text: str, what: str) -> int:
    text = text.strip() or _missing(what)
    if not text.isdigit() or len(text) > 9:
        raise StepError(f"This command needs {what}, not {text!r}.")
    return int(text)


_CONDITIONS = "A condition is made of " + ", ".join(WORDS) + ", comparisons, and, or, not: `absmax > 100 or any_nan`."

COMMANDS = (
    Command(("n", "next"), "n [COUNT]", "run the next node, or several", _stepping(StepSize.NODE, forward=True)),
    Command(("b", "back"), "b [COUNT]", "go back a node, or several", _stepping(StepSize.NODE, forward=False)),
    Command(("s", "step"), "s [COUNT]", "go to the next event", _stepping(StepSize.MICRO, forward=True)),
    Command(("sb",), "sb [COUNT]", "go to the event before", _stepping(StepSize.MICRO, forward=False)),
    Command(("w", "wave"), "w [COUNT]", "run all nodes that are ready", _stepping(StepSize.WAVE, forward=True)),
    Command(("c", "continue"), "c", "go on to the next stop, or the end", _continue(forward=True)),
    Command(("rc",), "rc", "go back to the stop before, or the start", _continue(forward=False)),
    Command(("u", "until"), "u NODE", "go on until a node is about to run", _until),
    Command(("goto", "g"), "goto STEP|start|end|event N", "go to a step, or to an event", _goto),
    Command(
        ("break",), "break [NODE|op NAME|event KIND] [if CONDITION]", "stop there each time, or list the stops", _break,
        f"With a condition alone, any gradient is watched. Kinds of events: {', '.join(EVENTS)}. {_CONDITIONS}",
    ),
    Command(
        ("watch",), "watch [NODE] [CONDITION]", "stop when a gradient is written, or a condition becomes true", _watch,
        f"Without NODE, any gradient is watched. {_CONDITIONS}",
    ),
    Command(("delete",), "delete N", "take away a stop", _delete),
    Command(("p", "print"), "p [NODE]", "print a node, or all: its state and its gradient", _print),
    Command(("where",), "where", "explain the place in the log", _where),
    Command(("list", "l"), "list", "list the events of this step", _list),
    Command(("queue",), "queue", "list what runs, is ready, and waits for what", _queue),
    Command(("leaves",), "leaves", "list the leaves' gradients, and why one has none", _leaves),
    Command(("findings",), "findings", "say what is noteworthy: lost gradients, NaN, zeros", _findings),
    Command(("help", "h", "?"), "help [COMMAND]", "list the commands, or explain one", _help),
    Command(("q", "quit"), "q", "leave", _quit),
)  # fmt: skip

BY_NAME = {name: command for command in COMMANDS for name in command.names}
