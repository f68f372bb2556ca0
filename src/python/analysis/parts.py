"""A part of an answer that parses, judged by the entry that a program must define, and completed from other parts."""
from __future__ import annotations

import ast

from analysis import programs
from analysis.classes import Classes
from analysis.names import BUILTINS, FUNCTIONS, last
from analysis.source import Source

# Named in a part, these are the judge's own classes.
_GIVEN = frozenset({"ListNode", "TreeNode", "Node"})
# How well a part defines the entry.
NOTHING, CLASS_ONLY, ALL = 0, 1, 2


class Part:
    """Text that parses. `fit`: does it define the entry, or only the class that lacks the entry's method?"""

    def __init__(self, text: str, tree: ast.Module, entry: dict):
        self.source = Source(text, tree)
        self.lines = sum(1 for line in self.source.lines if line.strip())
        classes = Classes(tree)
        self._bound = classes.bound
        self.fit = _fit(classes, entry)

    @property
    def ends_in_a_word(self) -> bool:
        """Is its very last statement, inside a definition, a name alone? So end texts that were cut off, `return` after
        its first letters."""
        node = self.source.tree.body[-1] if self.source.tree.body else None
        inside = isinstance(node, (*FUNCTIONS, ast.ClassDef))
        while getattr(node, "body", None) and isinstance(node, ast.stmt):
            node = (getattr(node, "orelse", None) or node.body)[-1]
        return inside and isinstance(node, ast.Expr) and isinstance(node.value, (ast.Name, ast.Attribute))

    def functions(self) -> dict[str, ast.AST]:
        return {name: node for name, node in self._bound if isinstance(node, FUNCTIONS)}


def _fit(classes: Classes, entry: dict) -> int:
    name = entry["name"]
    if entry["kind"] == "function":
        value = last(classes.bound, name)[1]
        return NOTHING if value is None or isinstance(value, ast.ClassDef) else ALL
    if classes.find(name) is None:
        return CLASS_ONLY if classes.binds(name) else NOTHING
    method = entry.get("method")
    return ALL if method is None or method in classes.methods(name) else CLASS_ONLY


def unresolved(source: Source, entry: dict) -> set[str]:
    """Names that the entry reaches and that neither the text nor Python defines."""
    program = programs.of(source)
    if any(isinstance(s.node, ast.ImportFrom) and s.node.names[0].name == "*" for s in program):
        return set()
    bound = set().union(*(s.bound for s in program)) if program else set()
    return programs.needed_names(program, entry["name"]) - bound - BUILTINS - _GIVEN - {entry["name"]}


def completed(part: Part, others: list[Part], entry: dict) -> tuple[Source, list[str]]:
    """The part with the definitions that it lacks, taken from other parts, and the names that were found there."""
    source, taken = part.source, []
    for other in others:
        missing = unresolved(source, entry)
        if not missing:
            break
        program = programs.of(other.source)
        own = set().union(*(s.bound for s in programs.of(source)))
        wanted = [s for s in program if (s.is_definition or s.is_import) and s.bound & missing and not s.bound & own]
        names = set().union(*(programs.needed_names(program, n) for s in wanted for n in s.bound)) - own
        lent = [s for s in program if (s.is_definition or s.is_import) and s.bound & names and not s.bound & own]
        if lent:
            taken += sorted(missing & set().union(*(s.bound for s in lent)))
            source = _joined([s.text for s in lent], source)
    return source, taken


def _joined(texts: list[str], source: Source) -> Source:
    future = [n for n in source.tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    cut = source.offset(future[-1].end_lineno, 0) + len(source.lines[future[-1].end_lineno - 1]) + 1 if future else 0
    texts = [text for text in texts if not text.startswith("from __future__")]
    head, rest = source.text[:cut], source.text[cut:]
    return Source("".join([head, *(text + "\n\n" for text in texts), rest]))
