"""The class that a name stands for, and the functions behind its methods."""
from __future__ import annotations

import ast
from typing import NamedTuple

from analysis.names import FUNCTIONS, bindings, last


class Method(NamedTuple):
    # A function definition or a lambda.
    node: ast.AST
    # "staticmethod" or "classmethod", else None.
    binding: "str | None"


class Classes:
    """The classes of a module."""

    def __init__(self, tree: ast.Module):
        self.bound = bindings(tree.body)

    def binds(self, name: str) -> bool:
        """Does the module bind the name at its top, by class, definition or assignment?"""
        return last(self.bound, name)[1] is not None

    def find(self, name: str, before: int | None = None) -> ast.ClassDef | None:
        """The class that `name` stands for at the end of the module, seen through assignments and decorators."""
        while True:
            before, value = last(self.bound, name, before)
            while isinstance(value, ast.Call) and len(value.args) == 1:
                value = value.args[0]
            if isinstance(value, ast.ClassDef):
                return value
            if not isinstance(value, ast.Name):
                return None
            name = value.id

    def methods(self, name: str) -> dict[str, Method]:
        """The methods of a class by name: its own in order of definition, then those of its bases that stand in the
        module, then those assigned from outside."""
        cls = self.find(name)
        found: dict[str, Method] = {}
        if cls is None:
            return found
        for attribute, value in self._lineage(cls):
            if attribute not in found:
                method = self._function(cls, value)
                if method is not None:
                    found[attribute] = method
        for label, value in self.bound:
            owner, _, attribute = label.partition(".")
            if attribute and self.find(owner) is cls:
                method = self._function(cls, value)
                if method is not None:
                    found[attribute] = method
        return found

    def _lineage(self, cls: ast.ClassDef) -> list[tuple[str, ast.AST]]:
        """Bindings of the class and its bases, nearest first; of one body the last of each name."""
        result: list[tuple[str, ast.AST]] = []
        queue, seen = [cls], {cls}
        while queue:
            current = queue.pop(0)
            result += dict(bindings(current.body)).items()
            for base in current.bases:
                parent = self.find(base.id) if isinstance(base, ast.Name) else None
                if parent is not None and parent not in seen:
                    seen.add(parent)
                    queue.append(parent)
        return result

    def _function(self, cls: ast.ClassDef, value: ast.AST) -> Method | None:
        binding = None
        seen: set[int] = set()
        inner = bindings(cls.body)
        while id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, FUNCTIONS):
                return Method(value, binding or _binding_of(value))
            if isinstance(value, ast.Lambda):
                return Method(value, binding)
            if isinstance(value, ast.Call) and len(value.args) == 1:
                if isinstance(value.func, ast.Name) and value.func.id in ("staticmethod", "classmethod"):
                    binding = value.func.id
                value = value.args[0]
            elif isinstance(value, ast.Name):
                name = value.id
                value = next((v for n, v in reversed(inner) if n == name and id(v) not in seen), None) or next(
                    (v for n, v in reversed(self.bound) if n == name and id(v) not in seen), value
                )
            elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
                owner = self.find(value.value.id)
                inherited = dict(reversed(self._lineage(owner))) if owner is not None else {}
                value = inherited.get(value.attr, value)
            else:
                return None
        return None


def _binding_of(node: ast.AST) -> str | None:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Name) and decorator.id in ("staticmethod", "classmethod"):
            return decorator.id
    return None


def self_calls(node: ast.AST) -> set[str]:
    """Attributes that a method reads of its first parameter."""
    arguments = node.args.posonlyargs + node.args.args
    if not arguments:
        return set()
    me = arguments[0].arg
    return {
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == me
    }
