"""The program in lines that do not parse as a whole: prose around it, or an end that was cut off."""
from __future__ import annotations

import ast
import re

from analysis.classes import self_calls
from analysis.names import FUNCTIONS
from analysis.parts import ALL, NOTHING, Part, completed, unresolved
from analysis.runs import Budget, Run, parsing_runs, starts
from analysis.source import Source, Unparsable, parse

_DEFINES = re.compile(r"(?:async[ \t]+)?(?:def|class)[ \t]+([^\W\d]\w*)")
CUT_OFF = "cut off"


class Salvaged:
    """`source` is None where there is no program, and `problem` then says why."""

    def __init__(self, source: Source | None, fit: int, problem: str | None, shortened: bool = False):
        self.source = source
        self.fit = fit
        self.problem = problem
        # Part of the class itself is missing.
        self.shortened = shortened


def salvage(lines: list[str], entry: dict, budget: Budget, others: list[Part], open_end: bool) -> Salvaged:
    """The longest range of lines that parses and defines the entry, completed from the other ranges; else a class
    up to its last complete member, when it was cut off behind what the entry needs. `open_end`: the lines may have been cut off."""
    runs, broken = parsing_runs(lines, budget)
    parts = [Part("\n".join(lines[run.start:run.end]), run.tree, entry) for run in runs]
    if len(runs) == 1 and not broken:
        # Nothing stands in the way: comments around the statements are part of it.
        parts = [Part("\n".join(lines), parse("\n".join(lines)), entry)]
    last_run = runs[-1].end if runs else 0
    torn = {line for line, error in broken if open_end and line >= last_run and error.is_at_end}
    best = max(parts, key=lambda part: (part.fit, part.lines), default=None)
    if best is not None and best.fit > NOTHING:
        if open_end and best is parts[-1] and all(line < last_run for line, _ in broken) and best.ends_in_a_word:
            return Salvaged(None, NOTHING, CUT_OFF)
        neighbours = [part for part in parts if part is not best]
        source, taken = completed(best, [*neighbours, *others], entry)
        lost = unresolved(source, entry) & _broken_names(lines, broken)
        if not lost:
            note = f"{', '.join(taken)} taken from another part of the answer" if taken else None
            return Salvaged(source, best.fit, note)
        names = ", ".join(sorted(lost))
        problem = f"{CUT_OFF} inside {names}, which the entry needs" if torn else _syntax(broken, lines, lost)
        return Salvaged(None, NOTHING, problem)
    for line, error in broken:
        match = _DEFINES.match(lines[line])
        if match and match[1] == entry["name"]:
            if line not in torn:
                return Salvaged(None, NOTHING, f"syntax error: {_located(error, line)}")
            before = next((run for run in runs if run.end == line), None)
            return _complete_members(lines, line, entry, budget, before)
    return Salvaged(None, NOTHING, None)


def _broken_names(lines: list[str], broken: list[tuple[int, Unparsable]]) -> set[str]:
    return {match[1] for line, _ in broken if (match := _DEFINES.match(lines[line]))}


def _syntax(broken, lines, lost) -> str:
    for line, error in broken:
        match = _DEFINES.match(lines[line])
        if match and match[1] in lost:
            return f"{match[1]}, which the entry needs, has a syntax error: {_located(error, line)}"
    return "syntax error"


def _located(error: Unparsable, line: int) -> str:
    """The error with its line counted from the start of the part."""
    return f"{error.message} (line {line + (error.line or 1)})"


def _complete_members(lines, start: int, entry: dict, budget: Budget, before: Run | None) -> Salvaged:
    """A class that was cut off: without its last member, if the others do not need that one."""
    cut_off = Salvaged(None, NOTHING, CUT_OFF)
    if entry["kind"] != "class":
        return cut_off
    end = next((cut for cut in starts(lines) if cut > start), len(lines))
    body = [line for line in lines[start + 1:end] if line.strip() and not line.lstrip().startswith("#")]
    margin = body[0][: len(body[0]) - len(body[0].lstrip())] if body else ""
    if not margin:
        return cut_off
    member = re.compile(re.escape(margin) + r"[^\s)\]}#]")
    members = [index for index in range(start + 1, end) if member.match(lines[index])]
    head = lines[before.start:start] if before is not None else []
    for stop in reversed(members[1:]):
        text = "\n".join([*head, *lines[start:stop]])
        if not budget.spend(len(text)):
            break
        try:
            tree = parse(text)
        except Unparsable:
            continue
        part = Part(text, tree, entry)
        if part.fit == ALL and not _needs(tree, _member_names(lines[stop:end], margin)):
            return Salvaged(part.source, ALL, f"{CUT_OFF} behind the entry, which is complete", shortened=True)
        break
    return cut_off


def _member_names(lines: list[str], margin: str) -> set[str]:
    return {m[1] for line in lines if line.startswith(margin) and (m := _DEFINES.match(line[len(margin):]))}


def _needs(tree: ast.Module, lost: set[str]) -> bool:
    """Does a method of the kept class use one of the lost members, or is no method left at all?"""
    cls = tree.body[-1]
    methods = [node for node in getattr(cls, "body", []) if isinstance(node, FUNCTIONS)]
    return not methods or any(self_calls(method) & lost for method in methods)
