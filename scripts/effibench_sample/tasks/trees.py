"""Binary trees: numbers, nodes and changed trees as results."""

from ..nodes import random_tree, tree_source
from ..task import Example, Task


def branch_suite(recording):
    lines = []
    for _ in range(100):
        shape = random_tree(recording.rng, recording.rng.randint(1, 14), -20, 40)
        call = f'solution.brightest({tree_source(shape)})'
        lines.append(f'assert {call} == {recording.evaluate(call)}')
    return '\n'.join(lines)


BRIGHTEST = Task(
    idx=900037,
    name='Brightest Branch',
    difficulty='Easy',
    algorithms=('Tree', 'Depth-First Search', 'Binary Tree'),
    statement='''
Every node of a binary tree is a lamp with a brightness `val` (dark lamps are negative). A **branch** leads from the root
to a leaf, a node without children.

Given `root`, return *the largest total brightness of a branch*.
''',
    constraints=('The tree has between 1 and `10^4` nodes.', '-1000 <= Node.val <= 1000'),
    examples=(
        Example(
            shown='root = [1,2,-3,null,4]',
            output='7',
            note='1 + 2 + 4.',
            check='assert solution.brightest(TreeNode(1, TreeNode(2, None, TreeNode(4)), TreeNode(-3))) == 7',
        ),
    ),
    solution='''\
# Definition for a binary tree node.
# class TreeNode:
#     def __init__(self, val=0, left=None, right=None):
#         self.val = val
#         self.left = left
#         self.right = right
class Solution:
    def brightest(self, root: Optional[TreeNode]) -> int:
        if root is None:
            return -inf
        if root.left is None and root.right is None:
            return root.val
        return root.val + max(self.brightest(root.left), self.brightest(root.right))
''',
    entry='brightest',
    suite=branch_suite,
)


def prune_suite(recording):
    lines = []
    for _ in range(100):
        shape = random_tree(recording.rng, recording.rng.randint(1, 10), 0, 3)
        least = recording.rng.randint(0, 4)
        call = f'solution.prune({tree_source(shape)}, {least})'
        result = recording.evaluate(call)
        if result is None:
            lines.append(f'assert {call} is None')
            continue
        level, walked = [result], []
        while level:
            walked.append([node.val for node in level])
            level = [child for node in level for child in (node.left, node.right) if child]
        lines += [
            f'root = {call}',
            'level, walked = [root], []',
            'while level:',
            '    walked.append([node.val for node in level])',
            '    level = [child for node in level for child in (node.left, node.right) if child]',
            f'assert walked == {walked}',
        ]
    return '\n'.join(lines)


PRUNE = Task(
    idx=900038,
    name='Prune and Mirror the Tree',
    difficulty='Medium',
    algorithms=('Tree', 'Binary Tree', 'Recursion'),
    statement='''
The weight of a subtree is the sum of its values. Cut off every subtree that weighs **less than** `least`, judged by the
weights of the uncut tree, and mirror what is left: everywhere the left and the right child change places.

Return *the root of the new tree*, or `None` when nothing is left.
''',
    constraints=('The tree has between 1 and `10^4` nodes.', '0 <= Node.val <= 100', '0 <= least <= 10^6'),
    examples=(
        Example(
            shown='root = [1,2,3], least = 3',
            output='[1,3]',
            check='assert solution.prune(TreeNode(1, TreeNode(2), TreeNode(3)), 3).left.val == 3',
        ),
        Example(shown='root = [1], least = 2', output='[]', check='assert solution.prune(TreeNode(1), 2) is None'),
    ),
    solution='''\
class Solution:
    def weigh(self, node, least):
        if node is None:
            return 0, None
        left_weight, left = self.weigh(node.left, least)
        right_weight, right = self.weigh(node.right, least)
        node.left, node.right = right, left
        weight = node.val + left_weight + right_weight
        return weight, node if weight >= least else None

    def prune(self, root: Optional[TreeNode], least: int) -> Optional[TreeNode]:
        return self.weigh(root, least)[1]
''',
    entry='prune',
    suite=prune_suite,
)


def superior_suite(recording):
    lines = []
    for _ in range(50):
        low, high = sorted(recording.rng.sample(range(10, 40), 2))
        top = recording.rng.randint(41, 60)
        lines += [
            f'p, q = TreeNode({low}), TreeNode({high})',
            f'fork = TreeNode({top}, p, TreeNode({top + 1}, None, q))',
            f'root = TreeNode({top + 2}, {recording.rng.choice(["fork", "None, fork"])})',
            'assert solution.superior(root, p, q) == fork',
            f'assert solution.superior(root, fork, q).val == {top}',
        ]
    return '\n'.join(lines)


SUPERIOR = Task(
    idx=900039,
    name='Closest Common Superior',
    difficulty='Medium',
    algorithms=('Tree', 'Depth-First Search'),
    statement='''
In a company everybody leads at most two people, so that it forms a binary tree. Given the `root` and two different nodes
`p` and `q` of the tree, return *the lowest node that has both of them in its subtree*. A node is in its own subtree.
''',
    constraints=('The tree has between 2 and `10^4` nodes.',),
    examples=(
        Example(
            shown='root = [3,5,1], p = 5, q = 1',
            output='3',
            check='p, q = TreeNode(5), TreeNode(1)\nroot = TreeNode(3, p, q)\nassert solution.superior(root, p, q) == root',
        ),
    ),
    solution='''\
class Solution:
    def superior(self, root: 'TreeNode', p: 'TreeNode', q: 'TreeNode') -> 'TreeNode':
        if root is None or root is p or root is q:
            return root
        left = self.superior(root.left, p, q)
        right = self.superior(root.right, p, q)
        return root if left and right else left or right
''',
    entry='superior',
    suite=superior_suite,
)


def depth_suite(recording):
    lines = []
    for _ in range(100):
        shape = random_tree(recording.rng, recording.rng.randint(1, 9), 0, 9)
        address = recording.rng.randrange(0x7F0000000000, 0x7FFFFFFFFFFF, 16)
        result = recording.evaluate(f'solution.evenLevels({tree_source(shape)})')
        lines.append(f'assert solution.evenLevels(<__main__.TreeNode object at {address:#x}>) == {result}')
    return '\n'.join(lines)


EVEN_LEVELS = Task(
    idx=900041,
    name='Sum of the Even Levels',
    difficulty='Easy',
    algorithms=('Tree', 'Breadth-First Search'),
    statement='''
The root of a binary tree is on level 0, its children are on level 1, and so on. Return *the sum of all values on levels
with an even number*.
''',
    constraints=('The tree has between 1 and `10^4` nodes.',),
    examples=(
        Example(
            shown='root = [1,2,3,4]',
            output='5',
            note='1 on level 0 and 4 on level 2.',
            check='assert solution.evenLevels(TreeNode(1, TreeNode(2, TreeNode(4)), TreeNode(3))) == 5',
        ),
    ),
    solution='''\
class Solution:
    def evenLevels(self, root: Optional[TreeNode]) -> int:
        total, level, even = 0, [root], True
        while level:
            total += even * sum(node.val for node in level)
            level = [child for node in level for child in (node.left, node.right) if child]
            even = not even
        return total
''',
    entry='evenLevels',
    suite=depth_suite,
    fault='object repr as an argument',
    reason='suite-syntax-error',
)

TASKS = (BRIGHTEST, PRUNE, SUPERIOR, EVEN_LEVELS)
