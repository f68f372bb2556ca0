"""Definitions of the node classes that signatures name, for the reader of a starter: our own wording of LeetCode's
well-known classes."""
from __future__ import annotations

import ast
import re

_SHAPES = {
    "ListNode": ("a singly linked list", "val=0, next=None"),
    "TreeNode": ("a binary tree", "val=0, left=None, right=None"),
}

# `Node` is a different class from task to task; the attributes that the program uses tell which.
_NODE_SHAPES = (
    ({"topLeft", "isLeaf"}, "a quad tree", "val, isLeaf, topLeft, topRight, bottomLeft, bottomRight"),
    ({"random"}, "a linked list with random pointers", "x, next=None, random=None"),
    ({"neighbors"}, "a graph", "val=0, neighbors=None"),
    ({"children"}, "an n-ary tree", "val=None, children=None"),
    ({"prev", "child"}, "a multilevel doubly linked list", "val, prev, next, child"),
    ({"left", "parent"}, "a binary tree with parent pointers", "val, left=None, right=None, parent=None"),
    ({"left", "next"}, "a binary tree with next pointers", "val=0, left=None, right=None, next=None"),
    ({"left"}, "a binary tree", "val=0, left=None, right=None"),
    (set(), "a linked list", "val=0, next=None"),
)


def definitions(annotations: list[ast.expr], tree: ast.Module) -> list[str]:
    """Comment lines that define the node classes which the annotations name, also inside strings."""
    named = set().union(*(_names(annotation) for annotation in annotations)) if annotations else set()
    shapes = [(name, *_SHAPES[name]) for name in _SHAPES if name in named]
    if "Node" in named:
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        shapes.append(("Node", *next(rest for marks, *rest in _NODE_SHAPES if marks <= used)))
    return [line for shape in shapes for line in _commented(*shape)]


def _commented(name: str, what: str, parameters: str) -> list[str]:
    attributes = [part.split("=")[0].strip() for part in parameters.split(",")]
    lines = [
        f"Definition of {name}, a node of {what}:",
        f"class {name}:",
        f"    def __init__(self, {parameters}):",
        *(f"        self.{'val' if attribute == 'x' else attribute} = {attribute}" for attribute in attributes),
    ]
    return [f"# {line}" for line in lines]


def _names(annotation: ast.expr) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(re.findall(r"[^\W\d]\w*", node.value))
    return found
