"""The contiguous ranges of lines that parse, found in about linear time.

A range of lines parses if each top-level statement in it does, so the longest ranges are found by going from
statement to statement: parse, go back to the last line in column 0 before the parser's error, and start again behind
the statement that is broken. Trying all pairs of lines would take a parse for each of n² ranges.
"""
from __future__ import annotations

import ast
import keyword
import re
from typing import NamedTuple

from analysis.source import Unparsable, parse

# Whatever stands in column 0, so that a line of Markdown below a statement is not taken for a part of it.
_START = re.compile(r"[^\s#)\]}]")
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")
# Two words in a row, neither of them a keyword, are prose.
_TWO_WORDS = re.compile(r"([^\W\d]\w*)[ \t]+([^\W\d]\w*)")
_WORDS = frozenset(keyword.kwlist) | {"match", "case", "type", "print", "exec"}
_WINDOW = 64
_PARSES = 10_000
_TIMES, _LEAST, _MOST = 10, 2_000_000, 6_000_000


class Run(NamedTuple):
    """Lines [start, end) of a text, and their tree."""

    start: int
    end: int
    tree: ast.Module


class Budget:
    """How much may be parsed for one text: it is what bounds the time that hostile text can take."""

    def __init__(self, characters: int, parses: int):
        self.characters = characters
        self.parses = parses

    @classmethod
    def for_text(cls, text: str) -> Budget:
        return cls(min(max(_LEAST, _TIMES * len(text)), _MOST), _PARSES)

    @property
    def is_spent(self) -> bool:
        return self.characters < 0 or self.parses < 0

    def spend(self, characters: int) -> bool:
        self.characters -= characters
        self.parses -= 1
        return self.characters >= 0 and self.parses >= 0


def starts(lines: list[str]) -> list[int]:
    """Indices of the lines that could start a statement at column 0, and the end."""
    found = [i for i, line in enumerate(lines) if _START.match(line) and not _CONTINUES.match(line)]
    return [*found, len(lines)]


def parsing_runs(lines: list[str], budget: Budget) -> tuple[list[Run], list[tuple[int, Unparsable]]]:
    """All maximal runs in order, and (line, error) for each line in column 0 where a broken statement starts; the
    error counts its lines from there.

    Stops early when the budget is used up."""
    cuts = starts(lines)
    position = {line: index for index, line in enumerate(cuts)}
    runs: list[Run] = []
    broken: list[tuple[int, Unparsable]] = []
    index = 0
    while index < len(cuts) - 1:
        start = cuts[index]
        if _is_prose(lines[start]):
            broken.append((start, Unparsable("invalid syntax", 1)))
            index += 1
            continue
        run, error = _grow(lines, cuts, index, budget)
        if run is not None:
            runs.append(run)
            index = position[run.end]
        elif error is not None:
            broken.append((start, error))
            index += 1
        else:
            break
    return runs, broken


def _is_prose(line: str) -> bool:
    match = _TWO_WORDS.match(line)
    return match is not None and not (_WORDS & {match[1], match[2]})


def _grow(lines: list[str], cuts: list[int], index: int, budget: Budget) -> tuple[Run | None, Unparsable | None]:
    """The longest run that starts at a cut, or the error that keeps its first statement from parsing; neither when
    the budget is used up."""
    window = _WINDOW
    while True:
        last = min(index + window, len(cuts) - 1)
        tree, error = _attempt(lines, cuts[index], cuts[last], budget)
        if last < len(cuts) - 1 and (tree is not None or (error is not None and _near(error, cuts, index, last))):
            window *= 4
            continue
        if tree is not None:
            return Run(cuts[index], cuts[last], tree), None
        if error is None:
            return None, None
        return _shrink(lines, cuts, index, last, error, budget)


def _near(error: Unparsable, cuts: list[int], index: int, last: int) -> bool:
    """Does the error lie in the window's last statement, which the window's end may have torn?"""
    return error.line is None or error.line - 1 >= cuts[last - 1] - cuts[index] or error.is_open_ended


def _shrink(lines, cuts, index, last, error, budget) -> tuple[Run | None, Unparsable | None]:
    first = error
    while True:
        line = cuts[index] + (error.line or 1) - 1
        last -= 1
        while last > index and cuts[last] > line:
            last -= 1
        if last <= index:
            return None, first
        tree, error = _attempt(lines, cuts[index], cuts[last], budget)
        if tree is not None:
            return Run(cuts[index], cuts[last], tree), None
        if error is None:
            return None, None


def _attempt(lines, start, end, budget) -> tuple[ast.Module | None, Unparsable | None]:
    text = "\n".join(lines[start:end])
    if not budget.spend(len(text)):
        return None, None
    try:
        return parse(text), None
    except Unparsable as error:
        return None, error
