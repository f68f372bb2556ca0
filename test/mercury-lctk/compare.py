"""Runs two modules on the same random values and reports where they differ.

usage: compare.py CANDIDATE.py SEED COUNT      (the installed `lctk` is the one that is right)

Prints one JSON object: {"compared": {kind: number}, "differences": [{kind, input, real, ours}, first ten]}.
An outcome is a plain value or the name of an exception's type. What is printed meanwhile is not compared.
"""

import contextlib
import importlib.util
import io
import json
import random
import sys

import lctk as real


def load(path):
    spec = importlib.util.spec_from_file_location('candidate', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ForeignList:
    """A solution's own node class: same attributes, another type."""

    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


class ForeignTree:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


def some_value(random):
    return random.choice([0, 0, 1, 2, 3, -1, 10**20, None, None, '', 'a', False, True, 0.0, 1.5, [], [0], {}])


def some_values(random, longest):
    return [some_value(random) for _ in range(random.randrange(longest + 1))]


def some_argument(random, longest):
    values = some_values(random, longest)
    odd = [None, 0, 5, True, 1.5, '', 'abc', b'ab', range(3), {0: 1, 1: 2}, {1: 2}, {3}, set(), ()]
    return random.choice([values, values, values, values, tuple(values), random.choice(odd)])


# Walks that show structure: where the cycle is, which nodes are one and the same.
def list_shape(head):
    seen, values = {}, []
    while head is not None:
        if id(head) in seen:
            return [values, seen[id(head)], sorted(vars(head))]
        seen[id(head)] = len(values)
        values.append(head.val)
        head = head.next
    return [values, None, None]


def tree_shape(node):
    if node is None:
        return None
    return [node.val, tree_shape(node.left), tree_shape(node.right), sorted(vars(node))]


def graph_shape(start):
    ids, waiting, shape = {}, [start], []
    while waiting:
        node = waiting.pop(0)
        if node is None or id(node) in ids:
            continue
        ids[id(node)] = len(ids)
        shape.append(node)
        waiting += node.neighbors
    return [[node.val, [ids[id(other)] for other in node.neighbors]] for node in shape]


def random_tree(random, depth):
    """A tree that no array describes: shared subtrees, falsy things in place of a child."""
    shared = []

    def grow(left):
        if shared and random.random() < 0.1:
            return random.choice(shared)
        if left == 0 or random.random() < 0.3:
            return random.choice([None, None, None, 0, '', []])
        node = ForeignTree(some_value(random), grow(left - 1), grow(left - 1))
        shared.append(node)
        return node

    return grow(depth)


def random_graph(random):
    made = []

    def grow(depth):
        if made and random.random() < 0.4:
            return {'$ref': random.choice(made) if random.random() < 0.97 else 'nobody'}
        made.append(str(len(made) + 1) if random.random() < 0.97 else '1')
        description = {'$id': made[-1], 'neighbors': [], 'val': some_value(random)}
        description['neighbors'] = [grow(depth + 1) for _ in range(random.randrange(4) if depth < 4 else 0)]
        if random.random() < 0.02:
            del description[random.choice(['$id', 'neighbors', 'val'])]
        return description

    return random.choice([grow(0), grow(0), grow(0), grow(0), None, {}, [1], 'a', 5])


def linked_list(module, random):
    argument = some_argument(random, 8)
    position = random.choice([-1, -1, random.randrange(-3, 10), random.choice([None, 'a', True, -1.0, [0]])])
    head = module.linkedList(argument, position)
    return [list_shape(head), module.linkedList2Arr(head)]


def linked_list_of_iterator(module, random):
    return list_shape(module.linkedList(iter(some_values(random, 5)), random.choice([-1, 0])))


def foreign_list(module, random):
    nodes = [ForeignList(some_value(random)) for _ in range(random.randrange(1, 8))]
    for node, following in zip(nodes, nodes[1:]):
        node.next = following
    nodes[-1].next = random.choice([None, None, 0, '', 5, random.choice(nodes)])
    return module.linkedList2Arr(random.choice([nodes[0], nodes[0], nodes[0], None, 0, 5, 'a', ForeignTree(1)]))


def binary_tree(module, random):
    root = module.binaryTree(some_argument(random, 30))
    return [tree_shape(root), module.binaryTree2Arr(root)]


def dense_tree(module, random):
    values = [random.choice([None, 0, 1, 2]) for _ in range(random.randrange(1, 40))]
    root = module.binaryTree([random.choice([0, 1])] + values)
    return [tree_shape(root), module.binaryTree2Arr(root)]


def foreign_tree(module, random):
    tree = random_tree(random, 5)
    return module.binaryTree2Arr(random.choice([tree, tree, tree, tree, 5, 'a', ForeignList(1)]))


def graph(module, random):
    start = module.graph(random_graph(random))
    return [graph_shape(start), module.graph2Dict(start)]


def signature(module, random):
    function = getattr(module, random.choice(
        ['linkedList', 'linkedList2Arr', 'binaryTree', 'binaryTree2Arr', 'graph', 'graph2Dict',
         'ListNode', 'TreeNode', 'GraphNode']))
    keyword = random.choice(['arr', 'head', 'root', 'inDict', 'cyclePos', 'x', 'val'])
    made = function(*[None] * random.randrange(3), **({keyword: None} if random.random() < 0.5 else {}))
    return sorted(vars(made)) if hasattr(made, '__dict__') else made


KINDS = [linked_list, linked_list_of_iterator, foreign_list, binary_tree, dense_tree, foreign_tree, graph, signature]


def outcome(kind, module, seed):
    """Both modules see the same values, built afresh from the same seed."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return kind(module, random.Random(seed))
    except Exception as error:
        return 'raised ' + type(error).__name__


def main():
    candidate = load(sys.argv[1])
    first, count = int(sys.argv[2]), int(sys.argv[3])
    differences = []
    for kind in KINDS:
        for seed in range(first, first + count):
            expected, found = outcome(kind, real, seed), outcome(kind, candidate, seed)
            # repr tells 0 from False and 0.0; the shapes hold plain values only.
            if repr(expected) != repr(found):
                differences.append({'kind': kind.__name__, 'seed': seed, 'real': repr(expected), 'ours': repr(found)})
    json.dump({'compared': {kind.__name__: count for kind in KINDS}, 'differences': differences[:10]}, sys.stdout)


if __name__ == '__main__':
    main()
