"""A module's text in pieces that parse by themselves: whole, a suite of 3 MB of literals takes 420 MB as a tree."""
from __future__ import annotations

import ast
import re
from typing import Iterator

from analysis.source import Unparsable, parse

# Lines in column 0 that start a statement. `else` and its like go on with the one above.
_STARTS = re.compile(r"^(?![ \t\f\r\n#)\]}]|(?:else|elif|except|finally)\b)", re.M)

PIECE = 64 * 1024
# A statement above this many characters is not worth a tree of 127 times its size.
LARGEST = 1024 * 1024


def pieces(text: str) -> Iterator[tuple[int, int, list[ast.stmt] | None]]:
    """(start, end, statements) of consecutive pieces. A cut is made only before a line that starts a statement, and
    only where the piece up to there parses by itself: so no string, bracket or block is torn. The last piece has None
    for its statements when it does not parse, or not in a reasonable size; it holds all the rest."""
    start, size = 0, PIECE
    while start < len(text):
        cut = _STARTS.search(text, start + size) if start + size < len(text) else None
        end = cut.start() if cut and cut.start() > start else len(text)
        if end - start > LARGEST + PIECE:
            yield start, len(text), None
            return
        try:
            body = parse(text[start:end]).body
        except Unparsable:
            size *= 2
            if end == len(text) or size > LARGEST:
                yield start, len(text), None
                return
            continue
        yield start, end, body
        del body
        start, size = end, PIECE
