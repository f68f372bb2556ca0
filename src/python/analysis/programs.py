"""Top-level statements with what they bind, use and change: what decides which of them a program needs."""
from __future__ import annotations

import ast
import re
from typing import Iterable

from analysis.names import FUNCTIONS, global_names, root, same_scope, statements
from analysis.source import Source

_IMPORTS = (ast.Import, ast.ImportFrom)
# Calls that set up the interpreter: sys.setrecursionlimit, random.seed, threading.stack_size, gc.disable.
_SETTING = re.compile(r"set|seed|stack_size|filterwarnings|simplefilter|disable|enable|freeze")
_OUTSIDE = frozenset({"print", "pprint", "input", "exit", "quit", "breakpoint", "help", "display"})
_OUTSIDE_CALLS = frozenset({"sys.exit", "os._exit", "sys.stdout.write", "sys.stderr.write", "unittest.main"})
_OUTSIDE_CALLS |= {"doctest.testmod", "pytest.main", "sys.stdin.read", "sys.stdin.readline", "sys.stdin.readlines"}


class Statement:
    """A top-level statement of a program."""

    def __init__(self, source: Source, node: ast.stmt):
        self.node = node
        self.start, self.end = source.span(node)
        self.text = source.text[self.start:self.end]
        self.valid = True
        try:
            self.bound, self.used = global_names(self.text)
            if not self.is_definition:
                compile(self.text, "<program>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            # `return` outside a function and the like: nothing that a program could need.
            self.valid = self.is_definition
            names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
            self.bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
            self.used = {name.id for name in names}

    @property
    def is_definition(self) -> bool:
        return isinstance(self.node, (*FUNCTIONS, ast.ClassDef))

    @property
    def is_import(self) -> bool:
        """An import, or one with its fallback: `try: import numpy … except ImportError: numpy = None`."""
        if isinstance(self.node, _IMPORTS):
            return True
        if not isinstance(self.node, (ast.Try, ast.If)) or self.is_main_guard:
            return False
        inside = list(statements([self.node]))
        allowed = (*_IMPORTS, *FUNCTIONS, ast.ClassDef, ast.Assign, ast.Pass, ast.Try, ast.If)
        return any(isinstance(part, _IMPORTS) for part in inside) and all(isinstance(p, allowed) for p in inside)

    @property
    def is_main_guard(self) -> bool:
        test = self.node.test if isinstance(self.node, ast.If) and not self.node.orelse else None
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return False
        sides = {ast.dump(test.left), ast.dump(test.comparators[0])}
        return sides == {ast.dump(ast.Name("__name__", ast.Load())), ast.dump(ast.Constant("__main__"))}

    def is_setting(self, imported: set[str]) -> bool:
        """A call of an imported module's that sets up the interpreter."""
        call = self.node.value if isinstance(self.node, ast.Expr) else None
        if not isinstance(call, ast.Call) or root(call.func) not in imported:
            return False
        name = call.func.attr if isinstance(call.func, ast.Attribute) else root(call.func)
        return _SETTING.match(name or "") is not None

    @property
    def changed(self) -> set[str]:
        """Names whose object it changes when the module runs: `a.append(1)`, `a[0] = 1`, `a.b = 1`."""
        found: set[str] = set()
        if self.is_definition:
            return found
        for node in same_scope(self.node):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.add(root(node.func) or "")
            elif isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
                found.add(root(node) or "")
        return found

    @property
    def used_at_once(self) -> set[str]:
        """Names that it reads when the module runs: not those in the bodies of functions."""
        if isinstance(self.node, ast.ClassDef):
            return self.used
        return {node.id for node in same_scope(self.node) if isinstance(node, ast.Name)} & self.used

    @property
    def talks(self) -> bool:
        """Does running it read or write the terminal, or end the program?"""
        for node in same_scope(self.node):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                if name in _OUTSIDE or _dotted(node.func) in _OUTSIDE_CALLS:
                    return True
        return False


def _dotted(node: ast.AST) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def of(source: Source) -> list[Statement]:
    return [Statement(source, node) for node in source.tree.body]


def imported_names(program: Iterable[Statement]) -> set[str]:
    return set().union(*(s.bound for s in program if isinstance(s.node, _IMPORTS)))


def needed_names(program: list[Statement], entry: str) -> set[str]:
    """The global names that running the entry can reach, itself included."""
    needed: set[str] = set()
    pending = {entry}
    while pending:
        needed |= pending
        reached: set[str] = set()
        for statement in program:
            if statement.bound & pending:
                reached |= statement.used
        pending = reached - needed
    return needed
