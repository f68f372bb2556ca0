"""Binary trees that hooks build from their level order."""

from textwrap import dedent

from .hooks import CONVERT_TREE
from .plain_trees import RANDOM_TREE, grow
from .prompt import starter
from .task import Task, reference


def right_rim(values):
    rim = []
    level = [grow(values)] if values else []
    while level:
        rim.append(level[-1][0])
        level = [child for node in level for child in node[1:] if child]
    return rim


RIGHT_RIM = Task(
    id='9018',
    slug='right-rim',
    difficulty='Medium',
    entry_point='rightRim',
    prompt=starter('rightRim', [('root', 'TreeNode')], 'List[int]'),
    statement=dedent('''\
        Return the value of the rightmost node of every level of a binary tree, from the root down.

        Example 1:
        Input: root = [1, 2, 3, null, 5]
        Output: [1, 3, 5]

        Example 2:
        Input: root = []
        Output: []

        Constraints:
        The tree has 0 to 150 nodes.'''),
    examples=([[1, 2, 3, None, 5]], [[]], [[0]], [[1, None, 0, 4]]),
    generated=22,
    convert_offline=CONVERT_TREE,
    generator=RANDOM_TREE + dedent('''
        def generate_test_case():
            return [random_tree(random.randint(40, 110), random.choice([0.5, 0.6, 0.9]), 0, 99)]
        '''),
    answer=right_rim,
    references=[
        reference(42, '''
            class Solution:
                def rightRim(self, root: Optional[TreeNode]) -> List[int]:
                    rim = []
                    level = [root] if root else []
                    while level:
                        rim.append(level[-1].val)
                        below = []
                        for node in level:
                            if node.left:
                                below.append(node.left)
                            if node.right:
                                below.append(node.right)
                        level = below
                    return rim
        '''),
        reference(57, '''
            class Solution:
                def rightRim(self, root: Optional[TreeNode]) -> List[int]:
                    rim = []

                    def visit(node, depth):
                        if node:
                            if depth == len(rim):
                                rim.append(node.val)
                            visit(node.right, depth + 1)
                            visit(node.left, depth + 1)

                    visit(root, 0)
                    return rim
        '''),
        reference(610, '''
            class Solution(object):
                def height(self, node):
                    return 1 + max(self.height(node.left), self.height(node.right)) if node else 0

                def rightmost(self, node, depth):
                    if not node:
                        return None
                    if depth == 0:
                        return node
                    return self.rightmost(node.right, depth - 1) or self.rightmost(node.left, depth - 1)

                def rightRim(self, root):
                    return [self.rightmost(root, depth).val for depth in range(self.height(root))]
        '''),
    ],
)


def longest_walk(values):
    best = 0

    def height(node):
        nonlocal best
        if not node:
            return 0
        left, right = height(node[1]), height(node[2])
        best = max(best, left + right)
        return 1 + max(left, right)

    height(grow(values))
    return best


LONGEST_WALK = Task(
    id='9019',
    slug='longest-walk',
    difficulty='Easy',
    entry_point='longestWalk',
    prompt=starter('longestWalk', [('root', 'TreeNode')], 'int'),
    statement=dedent('''\
        Walk along the edges of a binary tree without using an edge twice. Return the largest number of edges of such
        a walk; it may begin and end anywhere.

        Example 1:
        Input: root = [1, 2, 3, 4, 5]
        Output: 3

        Constraints:
        The tree has 1 to 150 nodes.'''),
    examples=([[1, 2, 3, 4, 5]], [[1]], [[1, 2]]),
    generated=22,
    convert_offline=CONVERT_TREE,
    generator=RANDOM_TREE + dedent('''
        def generate_test_case():
            return [random_tree(random.randint(50, 110), random.choice([0.5, 0.55, 0.7]), -9, 9)]
        '''),
    answer=longest_walk,
    references=[
        reference(48, '''
            class Solution:
                def longestWalk(self, root: Optional[TreeNode]) -> int:
                    best = 0

                    def height(node):
                        nonlocal best
                        if node is None:
                            return 0
                        left = height(node.left)
                        right = height(node.right)
                        if left + right > best:
                            best = left + right
                        return (left if left > right else right) + 1

                    height(root)
                    return best
        '''),
        reference(81, '''
            class Solution:
                def longestWalk(self, root: Optional[TreeNode]) -> int:
                    order, best = [root], 0
                    for node in order:
                        if node:
                            order += [node.left, node.right]
                    height = {None: 0}
                    for node in reversed(order):
                        if node:
                            left, right = height[node.left], height[node.right]
                            best = max(best, left + right)
                            height[node] = 1 + max(left, right)
                    return best
        '''),
        reference(352, '''
            class Solution(object):
                def height(self, node):
                    if not node:
                        return 0
                    return 1 + max(self.height(node.left), self.height(node.right))

                def longestWalk(self, root):
                    if not root:
                        return 0
                    here = self.height(root.left) + self.height(root.right)
                    return max(here, self.longestWalk(root.left), self.longestWalk(root.right))
        '''),
    ],
)

TASKS = [RIGHT_RIM, LONGEST_WALK]
