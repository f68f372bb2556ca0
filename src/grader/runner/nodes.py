"""The node-like classes of the suite's side."""
import sys


def node_classes(module, support):
    """Classes on the suite's side whose instances cross by their attributes (ListNode, TreeNode …): those of the
    prelude, and those that a supporting module such as Mercury's lctk defines. Two classes of one name are one
    kind on the wire. Returns (class → name, name → class)."""
    labels, classes = {}, {}
    scopes = [(module.__dict__, "__main__")] + [(sys.modules[name].__dict__, name) for name in support]
    for scope, home in scopes:
        for name, value in scope.items():
            if type(value) is type and value.__module__ == home and value.__name__ == name:
                labels[value] = name
                classes.setdefault(name, value)
    return labels, classes
