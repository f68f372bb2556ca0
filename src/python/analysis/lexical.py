"""Tokens of Python text by shape alone: for text that does not parse, and for places that a tree does not keep."""
from __future__ import annotations

import re
from typing import Iterator

_TOKEN = re.compile(
    r'''
    (?P<comment>\#[^\n]*)
  | (?P<string>(?:[rbuft]{1,2})?(?:
        """[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""
      | \'\'\'[^'\\]*(?:(?:\\.|'(?!\'\'))[^'\\]*)*\'\'\'
      | "[^"\\\n]*(?:\\.[^"\\\n]*)*"
      | '[^'\\\n]*(?:\\.[^'\\\n]*)*'))
  | (?P<name>[^\W\d]\w*)
  | (?P<number>\d[\w.]*)
  | (?P<open>[(\[{])
  | (?P<close>[)\]}])
  | (?P<mark>\S)
    ''',
    re.X | re.S | re.I,
)


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[str, str, int]]:
    """(kind, text, offset) of each token; kinds: comment, string, name, number, open, close, mark."""
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        yield match.lastgroup or "", match.group(), match.start()


def colons(text: str, start: int, end: int) -> Iterator[int]:
    """Offsets of the colons between `start` and `end` that stand outside brackets, strings and comments."""
    depth = 0
    for kind, token, offset in tokens(text, start, end):
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif token == ":" and depth == 0:
            yield offset


def without_comments(text: str) -> str:
    """The text without comments, without the white space before them, and without the lines that they had for
    themselves."""
    pieces, position = [], 0
    for kind, token, offset in tokens(text):
        if kind == "comment":
            pieces.append(text[position:offset].rstrip(" \t"))
            position = offset + len(token)
            if pieces[-1].endswith("\n") or (not pieces[-1] and offset == 0):
                position += text[position:position + 1] == "\n"
    return "".join(pieces) + text[position:]


def method_calls(text: str, classes: set[str], instances: set[str]) -> Iterator[tuple[str, bool]]:
    """(method, nested) for each `instance.method(` in the text, which need not parse. `nested`: the call stands
    among the arguments of another one. `instances` grows by names that are bound to a new instance."""
    stack: list[bool] = []
    before: list[str] = []
    for kind, token, _ in tokens(text):
        if kind in ("comment", "string"):
            before.clear()
            continue
        if kind == "open":
            method = token == "(" and _called(before, classes, instances)
            if method:
                yield method, any(stack)
            elif token == "(" and len(before) >= 3 and before[-1] in classes and before[-2] == "=":
                instances.add(before[-3])
            stack.append(bool(method))
        elif kind == "close" and stack:
            stack.pop()
        before.append(token)
        del before[:-6]


def _called(before: list[str], classes: set[str], instances: set[str]) -> str | None:
    if len(before) < 3 or before[-2] != "." or not before[-1].isidentifier():
        return None
    owner = before[-3]
    fresh = owner == ")" and len(before) >= 5 and before[-4] == "(" and before[-5] in classes
    return before[-1] if fresh or owner in instances or owner in classes else None
