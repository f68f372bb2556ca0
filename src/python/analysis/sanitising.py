"""Keep of a program what a function needs, and drop the rest: example calls, prints, tests, unused helpers."""
from __future__ import annotations

import ast

from analysis import programs
from analysis.answers import clean
from analysis.programs import Statement
from analysis.runs import Budget, parsing_runs
from analysis.source import Source, Unparsable

# Characters of a program; more than a model writes at once.
_LONGEST = 1_000_000


def sanitise(source: Source, entry: str | None, first_wins: bool = False) -> str:
    """The imports, and the definitions that `entry` reaches by name (all of them without an entry), each with its
    text untouched, joined by single newlines.

    Of several definitions of a name the last wins, as in Python, and stays where it is. `first_wins` keeps the first
    instead and puts imports first, as EvalPlus's sanitiser does. A program that does not define the entry, or of
    which nothing remains, is returned as it is.
    """
    program = programs.of(source)
    bound = set().union(*(statement.bound for statement in program)) if program else set()
    if entry is not None and entry not in bound:
        return source.text
    if first_wins:
        program = _first_of_each_name(program)
    kept = _kept(program, bound if entry is None else {entry}, entry)
    if not first_wins:
        kept = [s for i, s in enumerate(kept) if not _is_shadowed(s, kept[i + 1:])]
    else:
        kept.sort(key=lambda statement: not statement.is_import)
    return "\n".join(statement.text for statement in kept) or source.text


def _kept(program: list[Statement], needed: set[str], entry: str | None) -> list[Statement]:
    imported = programs.imported_names(program)
    candidates = [statement for statement in program if _may_stay(statement, imported, entry)]
    always = {id(s) for s in candidates if s.is_import or s.is_setting(imported)}
    while True:
        kept = [s for s in candidates if id(s) in always or s.bound & needed or s.changed & (needed - imported)]
        reached = set().union(*(s.used for s in kept)) - needed
        if not reached:
            return kept
        needed = needed | reached


def _may_stay(statement: Statement, imported: set[str], entry: str | None) -> bool:
    if not statement.valid or statement.is_main_guard:
        return False
    if statement.is_definition or statement.is_import or statement.is_setting(imported):
        return True
    if isinstance(statement.node, (ast.Assign, ast.AugAssign)):
        return not statement.talks
    if isinstance(statement.node, ast.AnnAssign):
        return statement.node.value is not None
    # Loops that fill a table stay, loops that try the entry out do not.
    return not statement.talks and entry not in statement.used_at_once and not isinstance(statement.node, ast.Assert)


def _first_of_each_name(program: list[Statement]) -> list[Statement]:
    seen: set[str] = set()
    result = []
    for statement in program:
        single = statement.is_definition or isinstance(statement.node, (ast.Assign, ast.AnnAssign))
        if single and statement.bound and statement.bound <= seen:
            continue
        if single:
            seen |= statement.bound
        result.append(statement)
    return result


def _is_shadowed(statement: Statement, following: list[Statement]) -> bool:
    """Is it a definition that a later one replaces before anything reads it?"""
    if not statement.is_definition:
        return False
    for later in following:
        if later.used_at_once & statement.bound:
            return False
        if later.is_definition and later.bound == statement.bound:
            return True
        # A call at the top of the module may read it through a function.
        if not later.is_definition and any(isinstance(node, ast.Call) for node in ast.walk(later.node)):
            return False
    return False


def sanitise_text(text: str, entry: str | None, first_wins: bool) -> str:
    """Sanitise text that need not be a program as a whole: of ranges of lines that parse, the one with most lines that
    are not blank. Raises Unparsable when there is none."""
    text = clean(text)
    if len(text) > _LONGEST:
        raise Unparsable(f"longer than {_LONGEST} characters")
    try:
        source = Source(text)
    except Unparsable as error:
        lines = text.split("\n")
        runs, _ = parsing_runs(lines, Budget.for_text(text))
        ranges = ["\n".join(lines[run.start:run.end]) for run in runs]
        if not ranges:
            raise error
        source = Source(max(ranges, key=lambda part: sum(1 for line in part.split("\n") if line.strip())))
    return sanitise(source, entry, first_wins)
