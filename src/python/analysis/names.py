"""What names a module binds, and what they stand for."""
from __future__ import annotations

import ast
import builtins
import symtable
from typing import Iterator, Union

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef, ast.Lambda)
BUILTINS = frozenset(dir(builtins))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body in order, those inside `if`, `try`, `with` and loops included."""
    for statement in body:
        yield statement
        if not isinstance(statement, SCOPES):
            for field in ("body", "handlers", "orelse", "finalbody"):
                for part in getattr(statement, field, []):
                    yield from statements(part.body if isinstance(part, ast.ExceptHandler) else [part])


def bindings(body: list[ast.stmt]) -> list[tuple[str, ast.AST]]:
    """(name, definition or value) for what a body binds by definition or assignment, in order. `A.f = value` has
    the name "A.f"."""
    found: list[tuple[str, ast.AST]] = []
    for statement in statements(body):
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            found.append((statement.name, statement))
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                found += _pairs(target, statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            found += _pairs(statement.target, statement.value)
    return found


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.AST]]:
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return [(f"{target.value.id}.{target.attr}", value)]
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
        if len(target.elts) == len(value.elts):
            return [pair for parts in zip(target.elts, value.elts) for pair in _pairs(*parts)]
    return []


def last(found: list[tuple[str, ast.AST]], name: str, before: int | None = None) -> tuple[int, ast.AST | None]:
    """Position and definition of the last binding of `name`, of those before a position; (-1, None) without one."""
    for position in range((len(found) if before is None else before) - 1, -1, -1):
        if found[position][0] == name:
            return position, found[position][1]
    return -1, None


def global_names(text: str) -> tuple[set[str], set[str]]:
    """(bound, used): the names that a module of this text binds at its top, and the global names that it uses
    anywhere. The compiler's own scopes decide, so a local variable is never taken for a global one."""
    table = symtable.symtable(text, "<program>", "exec")
    bound = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
    used = {s.get_name() for s in table.get_symbols() if s.is_referenced()}
    pending = table.get_children()
    while pending:
        scope = pending.pop()
        pending += scope.get_children()
        used.update(s.get_name() for s in scope.get_symbols() if s.is_global())
    return bound, used


def same_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is below it, without the bodies of functions and classes."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, FUNCTIONS):
            pending += [*current.decorator_list, current.args]
        elif isinstance(current, ast.ClassDef):
            pending += [*current.decorator_list, *current.bases, *current.keywords]
        elif not isinstance(current, ast.Lambda):
            pending += ast.iter_child_nodes(current)


def root(node: ast.AST) -> str | None:
    """`a` of a.b[c].d"""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
