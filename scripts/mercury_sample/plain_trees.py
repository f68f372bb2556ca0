"""Binary trees in level order, for the answers of tree tasks: nested [value, left, right] instead of nodes."""

from collections import deque


def grow(values):
    """The nested lists of a level order with None for missing children."""
    if not values:
        return None
    rest = iter(values[1:])
    root = [values[0], None, None]
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        for side in (1, 2):
            value = next(rest, None)
            if value is not None:
                node[side] = [value, None, None]
                waiting.append(node[side])
    return root


def level_order(root):
    """The other way round, cut as lctk does: falsy values at the end are lost."""
    values = []
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        values.append(node[0] if node else None)
        if node:
            waiting += node[1:]
    while values and not values[-1]:
        values.pop()
    return values


# Source of a generator's helper: a random tree in level order.
RANDOM_TREE = '''\
import random

def random_tree(count, bushy, lowest, highest):
    values = [random.randint(max(lowest, 1), highest)]
    open_places = 2
    while count > 1 and open_places:
        open_places -= 1
        if open_places == 0 or random.random() < bushy:
            values.append(random.randint(lowest, highest))
            open_places += 2
            count -= 1
        else:
            values.append(None)
    return values
'''
