"""Source of linked lists and binary trees, as suites spell them."""


def chain_source(values):
    """`ListNode(1, ListNode(2))` for [1, 2]; `None` for an empty list."""
    source = 'None'
    for value in reversed(values):
        source = f'ListNode({value})' if source == 'None' else f'ListNode({value}, {source})'
    return source


def tree_source(shape):
    """`TreeNode(1, TreeNode(2), None)` for a nested (value, left, right); `None` for None."""
    if shape is None:
        return 'None'
    value, left, right = shape
    if left is None and right is None:
        return f'TreeNode({value})'
    if right is None:
        return f'TreeNode({value}, {tree_source(left)})'
    return f'TreeNode({value}, {tree_source(left)}, {tree_source(right)})'


def random_tree(rng, size, low, high):
    """A random binary tree of `size` nodes as nested (value, left, right); None when size is 0."""
    if size == 0:
        return None
    left = rng.randint(0, size - 1)
    value = rng.randint(low, high)
    return (value, random_tree(rng, left, low, high), random_tree(rng, size - 1 - left, low, high))
