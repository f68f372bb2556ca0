"""What an author writes down about one task; everything else in a row is derived from it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Optional, Tuple


@dataclass(frozen=True)
class Example:
    """One example of the statement: its output is recorded from the solution unless it is written down."""

    args: Dict[str, Any] = field(default_factory=dict)
    note: str = ''
    #: For arguments that are no plain literals (nodes, results in place): what the statement shows.
    shown: Optional[str] = None
    output: Optional[str] = None
    #: The lines of `small_test_cases` for this example, when one assert on the result is not it.
    check: Optional[str] = None


@dataclass(frozen=True)
class Task:
    """An authored row. `fault` and `reason` say what is wrong with it on purpose, None when it must be kept."""

    idx: int
    name: str
    difficulty: str
    algorithms: Tuple[str, ...]
    statement: str
    constraints: Tuple[str, ...]
    examples: Tuple[Example, ...]
    solution: str
    entry: str
    #: Draws the arguments of one call.
    draw: Optional[Callable[[random.Random], tuple]] = None
    #: Writes the whole suite; default: 100 asserts on drawn arguments.
    suite: Optional[Callable[..., str]] = None
    #: The sound code that suite and examples are recorded from, when `solution` is broken on purpose.
    recorder: Optional[str] = None
    #: The solution text inside `test_case_generator`, when it differs (upstream has such rows).
    generator_solution: Optional[str] = None
    fault: Optional[str] = None
    reason: Optional[str] = None
    #: Columns left out of the row.
    omit: Tuple[str, ...] = ()
    #: Columns whose value is replaced, for rows that are malformed on purpose.
    replace: Dict[str, Any] = field(default_factory=dict)
