"""Linked lists, binary trees and graphs from plain values, and back.

Mercury's hooks import a module of this name. This one is written from the observed behaviour of lctk 0.0.6 and
agrees with it wherever that terminates, quirks included, but for two things:

* it never prints (lctk reports cycles and bad cycle positions on stdout, where a judge's verdict goes);
* a tree that contains itself is a ValueError (lctk never returns).

Nodes have plain attributes only, so that any class with the same ones (a solution's own ListNode, say) is as good.
"""


class ListNode:
    def __init__(self, x):
        self.val = x
        self.next = None


class TreeNode:
    def __init__(self, x):
        self.val = x
        self.left = None
        self.right = None


class GraphNode:
    def __init__(self, x):
        self.val = x
        self.neighbors = []


def linkedList(arr, cyclePos=-1):
    """The head of a list of the values in `arr`, or None when there are none.

    A `cyclePos` of 0 or more links the last node back to that position; a position outside the list yields None.
    Negative positions of any size mean no cycle.
    """
    nodes = [ListNode(value) for value in arr]
    for node, following in zip(nodes, nodes[1:]):
        node.next = following
    if cyclePos >= 0:
        if cyclePos >= len(arr):
            return None
        nodes[-1].next = nodes[cyclePos]
    return nodes[0] if nodes else None


def linkedList2Arr(head):
    """The values from `head` on; of a list with a cycle, each node's value once."""
    values = []
    seen = set()
    while head and id(head) not in seen:
        seen.add(id(head))
        following = head.next
        values.append(head.val)
        head = following
    return values


def binaryTree(arr):
    """The root of the tree whose level order is `arr`; None stands for a missing child and has no children itself.

    The first value always makes a root, even None. Values left over when no node can take a child are ignored.
    """
    if not arr:
        return None
    total = len(arr)
    root = TreeNode(arr[0])
    parents = [root]
    position = 1
    for parent in parents:  # grows as children are found
        if position >= total:
            break
        if arr[position] is not None:
            parent.left = TreeNode(arr[position])
            parents.append(parent.left)
        if position + 1 < total and arr[position + 1] is not None:
            parent.right = TreeNode(arr[position + 1])
            parents.append(parent.right)
        position += 2
    return root


def binaryTree2Arr(root):
    """The level order of a tree, None for each missing child, without falsy values at its end.

    Falsy, not None: a tree of 1 with the right child 0 becomes `[1]`. Expected values upstream were recorded so.
    A node that hangs in two places is listed twice. Raises ValueError for a tree that contains itself.
    """
    values = []
    level = [root] if root else []
    seen = set()
    depth = 0
    while level:
        depth += 1
        below = []
        for node in level:
            if not node:
                values.append(None)
                continue
            seen.add(id(node))
            values.append(node.val)
            below += [node.left, node.right]
        # A path longer than the number of nodes passes some node twice.
        if depth > len(seen) + 1:
            raise ValueError('the tree contains itself')
        level = below
    while values and not values[-1]:
        values.pop()
    return values


def graph(inDict):
    """The node that a nested {"$id", "neighbors", "val"} dictionary describes; {"$ref": id} points back to a node.

    Edges go both ways: naming a neighbor makes this node one of its neighbors too.
    """
    if not inDict:
        return None
    known = {}

    def build(description):
        if '$ref' in description:
            return known[description['$ref']]
        node = GraphNode(description['val'])
        known[description['$id']] = node
        for neighbor in description['neighbors']:
            other = build(neighbor)
            if other not in node.neighbors:
                node.neighbors.append(other)
            if node not in other.neighbors:
                other.neighbors.append(node)
        return node

    return build(inDict)


def graph2Dict(root):
    """The dictionary of the graph around `root`, with ids "1", "2", … in the order in which nodes are met."""
    if not root:
        return {}
    ids = {}

    def describe(node):
        if node in ids:
            return {'$ref': ids[node]}
        ids[node] = str(len(ids) + 1)
        description = {'$id': ids[node], 'neighbors': [], 'val': None}
        description['neighbors'] = [describe(neighbor) for neighbor in node.neighbors]
        description['val'] = node.val
        return description

    return describe(root)
