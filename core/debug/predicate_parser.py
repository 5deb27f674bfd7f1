"""Reading conditions on gradients: ``not all_zero and (norm > 1e3 or shape == [2, 3])``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.debug.predicates import COMPARISONS, WORDS, Comparison, Joined, Literal, Not, Predicate, Type, Word
from core.errors import ArgumentError

LONGEST = 400
DEEPEST = 40
"""Longer or more deeply nested conditions are not read."""


class PredicateError(ArgumentError):
    """A condition that does not make sense, and where."""


def parse_predicate(text: str) -> Predicate:
    """Read a condition; PredicateError says what is wrong with it, and at which character."""
    if len(text) > LONGEST:
        raise PredicateError(f"The condition has {len(text)} characters; up to {LONGEST} are read.")
    return _Parser(text).condition()


_TOKENS = re.compile(
    r"""\s* (?: (?P<number> (?: \d+ \.? \d* | \. \d+ ) (?: e [+-]? \d+ )? )
          | (?P<word> [a-z_]+ )
          | (?P<sign> <= | >= | == | != | [<>()\[\],-] ) )""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    kind: str | None
    place: int


class _Parser:
    """Reads a condition from left to right. Each method reads one kind of expression."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split(text)
        self._depth = 0

    def condition(self) -> Predicate:
        """Read the whole text."""
        result = self._either()
        if self._tokens:
            raise self._error(f"{self._tokens[0].text!r} is not expected")
        return result

    def _split(self, text: str) -> list[_Token]:
        tokens, end = [], 0
        while text[end:].strip():
            found = _TOKENS.match(text, end)
            if found is None or found.lastgroup is None:
                place = end + len(text[end:]) - len(text[end:].lstrip())
                raise PredicateError(f"At character {place + 1} of {text!r}: {text[place]!r} has no meaning here.")
            tokens.append(_Token(found[found.lastgroup].lower(), found.lastgroup, found.start(found.lastgroup)))
            end = found.end()
        return tokens

    def _either(self) -> Predicate:
        return self._joined("or", self._both)

    def _both(self) -> Predicate:
        return self._joined("and", self._negated)

    def _joined(self, word: str, read: Callable[[], Predicate]) -> Predicate:
        parts = [read()]
        while self._take(word):
            parts.append(read())
        return parts[0] if len(parts) == 1 else Joined(word, tuple(parts))

    def _negated(self) -> Predicate:
        self._depth += 1
        if self._depth > DEEPEST:
            raise PredicateError(f"The condition is nested deeper than {DEEPEST} levels.")
        if self._take("not"):
            result: Predicate = Not(self._negated())
        elif self._take("("):
            result = self._either()
            self._expect(")")
        else:
            result = self._comparison()
        self._depth -= 1
        return result

    def _comparison(self) -> Predicate:
        left = self._term()
        if not self._tokens or self._tokens[0].text not in COMPARISONS:
            if isinstance(left, Word) and _type(left) is Type.TRUTH:
                return left
            raise self._error(f"{_shown(left)} is {_type(left)}; compare it with one, as in `norm > 1`")
        sign = self._tokens.pop(0).text
        right = self._term()
        self._check(left, sign, right)
        return Comparison(left, sign, right)

    def _check(self, left: Word | Literal, sign: str, right: Word | Literal) -> None:
        if _type(left) is not _type(right):
            raise self._error(f"{_shown(left)} is {_type(left)} and {_shown(right)} is {_type(right)}")
        if _type(left) is Type.TRUTH or (_type(left) is Type.SHAPE and sign not in ("==", "!=")):
            raise self._error(f"{_shown(left)} is {_type(left)}, which {sign} cannot compare")

    def _term(self) -> Word | Literal:
        if self._take("-"):
            return Literal(-self._number())
        if self._take("["):
            return self._shape()
        if not self._tokens or self._tokens[0].kind == "sign":
            raise self._error("a word or a number is missing")
        token = self._tokens[0]
        if token.kind == "number":
            return Literal(self._number())
        if token.text not in WORDS:
            raise self._error(f"there is no word {token.text!r}", f"The words are {', '.join(WORDS)}.")
        return Word(self._tokens.pop(0).text)

    def _shape(self) -> Literal:
        sizes: list[int] = []
        while not self._take("]"):
            if sizes:
                self._expect(",")
            if self._tokens and not self._tokens[0].text.isdigit():
                raise self._error("a shape holds whole numbers")
            sizes.append(int(self._number()))
        return Literal(tuple(sizes))

    def _number(self) -> float:
        if not self._tokens or self._tokens[0].kind != "number":
            raise self._error("a number is missing")
        return float(self._tokens.pop(0).text)

    def _take(self, text: str) -> bool:
        if self._tokens and self._tokens[0].text == text:
            del self._tokens[0]
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._error(f"{text!r} is missing")

    def _error(self, what: str, hint: str = "") -> PredicateError:
        place = self._tokens[0].place if self._tokens else len(self._text)
        return PredicateError(f"At character {place + 1} of {self._text!r}: {what}.", hint)


def _type(term: Word | Literal) -> Type:
    if isinstance(term, Word):
        return WORDS[term.name][0]
    return Type.SHAPE if isinstance(term.value, tuple) else Type.NUMBER


def _shown(term: Word | Literal) -> str:
    match term:
        case Word(name):
            return name
        case Literal(value):
            return str(list(value)) if isinstance(value, tuple) else f"{value:g}"
