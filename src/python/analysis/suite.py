"""What a suite tests: whether it tests anything, and which method of the class it is about."""
from __future__ import annotations

import ast
from collections import Counter
from typing import Iterator

from analysis.lexical import method_calls, tokens
from analysis.pieces import pieces

CLASS = "Solution"
INSTANCE = "solution"
# Characters of a suite after which what was called so far decides, and after which nothing more is looked for; so too
# for statements.
ENOUGH = 512 * 1024
MOST = 2 * 1024 * 1024
STATEMENTS = 20_000
_LEAVES = (ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.boolop)


class Suite:
    """`calls` counts calls on instances of the class by method, without those whose result only feeds another such
    call. `mentions` counts methods that are named otherwise: passed on, called on something unknown."""

    def __init__(self, text: str):
        self.tests = False
        self.parsed = True
        self.calls: Counter[str] = Counter()
        self.mentions: Counter[str] = Counter()
        self._classes = {CLASS}
        self._instances = {INSTANCE}
        self._results: dict[str, str] = {}
        seen = 0
        for start, end, body in pieces(text):
            if body is None:
                # Object reprs and the like: the grader says what is wrong, the calls can be seen all the same.
                self.parsed = False
                self.tests = self.tests or any(kind != "comment" for kind, _, _ in tokens(text, start))
                rest = text[start:start + ENOUGH]
                called = method_calls(rest, self._classes, self._instances)
                self.calls.update(name for name, nested in called if not nested)
            else:
                for statement in body[:STATEMENTS - seen]:
                    self._look_at(statement)
                seen += len(body)
            if seen >= STATEMENTS or end >= MOST or (end >= ENOUGH and self.calls):
                break

    def _look_at(self, statement: ast.stmt) -> None:
        self._bind(statement)
        self.tests = self.tests or not self._prepares(statement)
        results: dict[str, str] = {}
        for node, inside in _calls_first(statement, self._method):
            method = self._method(node)
            if method is None:
                if isinstance(node, ast.Attribute):
                    self.mentions[node.attr] += 1
                continue
            if not inside:
                self.calls[method] += 1
            for name in _argument_names(node):
                feeder = self._results.get(name)
                if feeder is not None and feeder != method:
                    self.calls[feeder] -= 1
                    del self._results[name]
        if isinstance(statement, ast.Assign):
            method = self._method(statement.value)
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    self._results.pop(target.id, None)
                    if method is not None:
                        results[target.id] = method
        self._results.update(results)

    def _bind(self, statement: ast.stmt) -> None:
        for node in _walk(statement):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._bind_one(target, node.value)
            elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                self._bind_one(node.target, node.value)

    def _bind_one(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            for pair in zip(target.elts, value.elts):
                self._bind_one(*pair)
        elif isinstance(target, ast.Name):
            if self._is_instance(value):
                self._instances.add(target.id)
            elif isinstance(value, ast.Name) and value.id in self._classes:
                self._classes.add(target.id)

    def _is_instance(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._instances
        if isinstance(node, ast.NamedExpr):
            return self._is_instance(node.value)
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self._classes

    def _method(self, node: ast.AST) -> str | None:
        """The method when the node is a call of one, on an instance or through the class."""
        if not isinstance(node, ast.Call):
            return None
        function = node.func
        if isinstance(function, ast.Call) and isinstance(function.func, ast.Name) and function.func.id == "getattr":
            if len(function.args) >= 2 and self._is_instance(function.args[0]):
                name = function.args[1]
                return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else None
        if not isinstance(function, ast.Attribute):
            return None
        owner = function.value
        through_class = isinstance(owner, ast.Name) and owner.id in self._classes
        return function.attr if through_class or self._is_instance(owner) else None

    def _prepares(self, statement: ast.stmt) -> bool:
        if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass)):
            return True
        if isinstance(statement, ast.Assign):
            return self._is_instance(statement.value)
        return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _children(node: ast.AST) -> list[ast.AST]:
    """What is below a node, but for constants: suites are made of them, and nothing stands below them."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if type(value) is list:
            found += [item for item in value if isinstance(item, ast.AST) and type(item) is not ast.Constant]
        elif isinstance(value, ast.AST) and not isinstance(value, _LEAVES):
            found.append(value)
    return found


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(_children(node))


def _calls_first(statement: ast.stmt, method) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes in the order of the text, and whether each stands among the arguments of a method's call."""
    pending: list[tuple[ast.AST, bool]] = [(statement, False)]
    while pending:
        node, inside = pending.pop()
        yield node, inside
        if method(node) is not None:
            below = [(node.func.value if isinstance(node.func, ast.Attribute) else node.func, inside)]
            below += [(part, True) for part in (*node.args, *node.keywords)]
        else:
            below = [(part, inside) for part in _children(node)]
        pending += reversed(below)


def _argument_names(call: ast.Call) -> Iterator[str]:
    for part in (*call.args, *(keyword.value for keyword in call.keywords)):
        yield from (node.id for node in _walk(part) if isinstance(node, ast.Name))
