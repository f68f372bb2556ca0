"""The code that a task starts from: the signature of what the suite calls, and nothing of its solution."""
from __future__ import annotations

import ast

from analysis.classes import Classes, Method
from analysis.lexical import colons, without_comments
from analysis.names import FUNCTIONS, last
from analysis.nodes import definitions
from analysis.source import NotFound, Source, Unparsable, normal_newlines, parse

_INDENT = "    "
_EMPTY = "..."


def starter(solution: str, entry: dict) -> str:
    """Skeleton of an entry: {kind: "class", name, method} or {kind: "function", name}. Raises Unparsable or NotFound.

    Signatures keep their text, comments apart. Decorators are dropped, but for staticmethod and classmethod, without
    which the signature would be called with one argument too many.
    """
    source = Source(normal_newlines(solution))
    classes = Classes(source.tree)
    if entry["kind"] == "function":
        name = entry["name"]
        value = last(classes.bound, name)[1]
        while isinstance(value, ast.Call) and len(value.args) == 1:
            value = value.args[0]
        if isinstance(value, ast.Name):
            value = last(classes.bound, value.id)[1]
        if not isinstance(value, (*FUNCTIONS, ast.Lambda)):
            raise NotFound(f"the program defines no function {name}")
        lines = _signature(source, value, name)
        return _join(definitions(_annotations(value), source.tree), [*lines, _INDENT + _EMPTY])

    name, wanted = entry["name"], entry["method"]
    cls = classes.find(name)
    method: Method | None = classes.methods(name).get(wanted)
    if cls is None or method is None:
        raise NotFound(f"the program defines no method {wanted} of a class {name}")
    plain = len(cls.bases) == 1 and isinstance(cls.bases[0], ast.Name) and cls.bases[0].id == "object"
    lines = [] if method.binding is None else [f"@{method.binding}"]
    lines += [*_signature(source, method.node, wanted), _INDENT + _EMPTY]
    head = f"class {name}(object):" if plain else f"class {name}:"
    return _join(definitions(_annotations(method.node), source.tree), [head, *_indented(lines)])


def _join(comments: list[str], code: list[str]) -> str:
    return "\n".join([*comments, *code])


def _indented(lines: list[str]) -> list[str]:
    return [_INDENT + line if line else line for line in lines]


def _annotations(node: ast.AST) -> list[ast.expr]:
    arguments = node.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    found = [argument.annotation for argument in listed if argument is not None]
    return [annotation for annotation in (*found, getattr(node, "returns", None)) if annotation is not None]


def _signature(source: Source, node: ast.AST, name: str) -> list[str]:
    """Lines from `def` to the colon, in column 0: as they are written, or as the tree prints them where that text
    would not mean the same (an assigned name, a string over several lines)."""
    if isinstance(node, FUNCTIONS) and node.name == name:
        written = _written(source, node)
        if written is not None:
            return written
    return ast.unparse(_empty(node, name)).split("\n")[:-1]


def _written(source: Source, node: ast.AST) -> list[str] | None:
    start = source.offset(node.lineno, node.col_offset)
    end = source.offset(node.body[0].lineno, node.body[0].col_offset)
    margin = source.lines[node.lineno - 1][: start - source.offset(node.lineno, 0)]
    meant = ast.dump(_empty(node, node.name))
    # More than one colon stands at the top level where a lambda is the return annotation.
    for colon in colons(source.text, start, end):
        kept = without_comments(source.text[start:colon]).rstrip().split("\n")
        lines = [line[len(margin):] if line.startswith(margin) else line.lstrip() for line in kept]
        lines = [line.rstrip() for line in lines]
        lines[-1] += ":"
        try:
            body = parse("\n".join([*lines, _INDENT + _EMPTY])).body
        except Unparsable:
            continue
        if len(body) == 1 and isinstance(body[0], FUNCTIONS) and ast.dump(_empty(body[0], node.name)) == meant:
            return lines
    return None


def _empty(node: ast.AST, name: str) -> ast.AST:
    """The definition without decorators and body; a lambda becomes a function."""
    kind = ast.FunctionDef if isinstance(node, ast.Lambda) else type(node)
    shell = kind(
        name=name,
        args=node.args,
        body=[ast.Expr(ast.Constant(...))],
        decorator_list=[],
        returns=getattr(node, "returns", None),
    )
    if hasattr(node, "type_params"):
        shell.type_params = node.type_params
    elif "type_params" in kind._fields:
        shell.type_params = []
    return ast.copy_location(shell, node)

