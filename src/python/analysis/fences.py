"""Fenced blocks in a model's answer: what Markdown means by them, and what models write."""
from __future__ import annotations

import re
from typing import NamedTuple

_FENCE = re.compile(r"^((?:[ \t]|>|[-*+][ ]|\d+[.)][ ])*)(`{3,}|~{3,})([^`]*)$")
_PYTHON = frozenset({"", "python", "python3", "python2", "py", "py3", "ipython", "sage", "starlark", "cython"})
_CODE = re.compile(r"(?:class|def|import|from|async|@\w)")
# How many closing fences may turn out to belong to a docstring of the block.
_ATTEMPTS = 8
# Fences that are looked at, from the end: an answer that repeats itself without end has thousands.
_MOST = 400


class Block(NamedTuple):
    """`ends`: indices behind the lines that may be the block's last; the first is where a closing fence stands."""

    lines: list[str]
    python: bool
    closed: bool
    ends: list[int]

    def texts(self) -> list[str]:
        """The block up to its closing fence, then longer ones, for a fence that stands in a docstring."""
        return ["\n".join(self.lines[:end]) for end in self.ends]


def blocks(lines: list[str]) -> list[Block]:
    """The fenced blocks in order. A fence with a language ends a block that was never closed."""
    fences = [(index, match) for index, line in enumerate(lines) if (match := _FENCE.match(line))][-_MOST:]
    found: list[Block] = []
    position = 0
    while position < len(fences):
        index, opener = fences[position]
        margin, mark, info = opener[1], opener[2], opener[3].strip()
        position += 1
        closers: list[int] = []
        stop = len(lines)
        following = position
        for later, (other, match) in enumerate(fences[position:], position):
            bare = not match[3].strip()
            if bare and match[2][0] == mark[0] and len(match[2]) >= len(mark):
                closers.append(other)
                following = later + 1 if len(closers) == 1 else following
                if len(closers) == _ATTEMPTS:
                    break
            elif not bare and not closers:
                stop, following = other, later
                break
        if not closers and stop == len(lines):
            following = len(fences)
        end = closers[-1] if closers else stop
        content = [_inside(line, margin) for line in lines[index + 1:end]]
        head = _code_in(info)
        language = "" if head == info else info.split()[0].lower().strip("{}.") if info else ""
        ends = [closer - index - 1 for closer in closers] or [len(content)]
        if head:
            content, ends = [head, *content], [one + 1 for one in ends]
        found.append(Block(content, language.split(",")[0] in _PYTHON, bool(closers), ends))
        position = following
    return found


def _code_in(info: str) -> str:
    """Code that was put on the fence's own line, behind the language or in its place."""
    if _CODE.match(info) and " " in info:
        return info
    rest = info.partition(" ")[2].strip()
    return rest if _CODE.match(rest) and " " in rest else ""


def _inside(line: str, margin: str) -> str:
    """The line without the indentation or quote mark of its fence, as far as it has it."""
    if ">" in margin:
        line = re.sub(r"^[ \t]*(?:>[ ]?)+", "", line)
        margin = ""
    width = len(margin)
    return line[min(width, len(line) - len(line.lstrip(" \t"))):]
