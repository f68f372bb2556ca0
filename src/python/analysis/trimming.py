"""Take out of a program with a class what would run when the module is loaded and is not part of the solution."""
from __future__ import annotations

import ast

from analysis import programs
from analysis.names import same_scope
from analysis.programs import Statement
from analysis.source import Source


def trim(source: Source, entry: str) -> str:
    """The text without `if __name__ == "__main__"` blocks, prints, asserts, reads of the terminal, and statements
    that try the class out. Definitions and imports all stay, and so does whatever binds or changes a name that
    the class can reach."""
    program = programs.of(source)
    needed = programs.needed_names(program, entry)
    tainted = _names_from(program, entry, needed)
    held = needed - programs.imported_names(program) - {entry}
    dropped = [s for s in program if _is_droppable(s, entry, needed, held, tainted)]
    return _without(source, program, dropped) if dropped else source.text


def _names_from(program: list[Statement], entry: str, needed: set[str]) -> set[str]:
    """The class's name, and names of what the module makes with it: instances, results, functions that test it."""
    tainted = {entry}
    while True:
        more = set().union(*(s.bound for s in program if s.used & tainted and not s.bound & needed)) - tainted
        if not more:
            return tainted
        tainted |= more


def _is_droppable(statement: Statement, entry: str, needed: set[str], held: set[str], tainted: set[str]) -> bool:
    node = statement.node
    if statement.is_main_guard:
        return True
    if statement.is_definition or isinstance(node, (ast.Import, ast.ImportFrom)):
        return False
    if statement.bound & needed and not (isinstance(node, ast.AnnAssign) and node.value is None):
        return False
    if not statement.valid or isinstance(node, ast.Assert) or statement.talks:
        return True
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return True
    # `Solution.f = f` makes the class what it is; `Solution().f(1)` uses it.
    if statement.changed & held or _assigns_attribute(statement, entry):
        return False
    return bool(statement.used & tainted) or _is_inert(node)


def _assigns_attribute(statement: Statement, entry: str) -> bool:
    targets = statement.node.targets if isinstance(statement.node, ast.Assign) else []
    return any(isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name) and t.value.id == entry for t in targets)


def _is_inert(node: ast.stmt) -> bool:
    """A word of prose that happens to be an expression: it does nothing, or fails for want of its names."""
    if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Constant):
        return False
    acting = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    return not any(isinstance(inner, acting) for inner in same_scope(node))


def _without(source: Source, program: list[Statement], dropped: list[Statement]) -> str:
    out = set(map(id, dropped))
    pieces, position = [], 0
    for statement in dropped:
        first, last = statement.node.lineno, statement.node.end_lineno
        neighbours = [s for s in program if id(s) not in out and _shares_line(s, first, last)]
        if neighbours:
            pieces.append(source.text[position:statement.start] + "pass")
            position = statement.end
            continue
        start = source.offset(first, 0)
        end = source.offset(last, 0) + len(source.lines[last - 1]) + 1
        pieces.append(source.text[position:max(position, start)])
        position = max(position, min(end, len(source.text)))
    return "".join(pieces) + source.text[position:]


def _shares_line(statement: Statement, first: int, last: int) -> bool:
    return statement.node.lineno <= last and first <= statement.node.end_lineno
