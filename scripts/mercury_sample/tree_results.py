"""A binary tree as the answer, turned into an array by the hook. Zeros at the end of the array are lost there."""

from textwrap import dedent

from .hooks import CONVERT_TREE, EVALUATE_TREE
from .plain_trees import RANDOM_TREE, grow, level_order
from .prompt import starter
from .task import Task, reference


def odd_levels_mirrored(values):
    """Nodes keep their places, the values of each odd level change sides; missing nodes stay missing."""
    root = grow(values)
    level, odd = [root] if root else [], False
    while level:
        if odd:
            for node, value in zip(level, [node[0] for node in level][::-1]):
                node[0] = value
        level, odd = [child for node in level for child in node[1:] if child], not odd
    return level_order(root)


MIRROR_LEVELS = Task(
    id='9020',
    slug='mirror-odd-levels',
    difficulty='Medium',
    entry_point='mirrorLevels',
    prompt=starter('mirrorLevels', [('root', 'TreeNode')], 'TreeNode'),
    statement=dedent('''\
        The root of a binary tree is on level 0. Reverse the order of the values on every odd level, reading only the
        nodes that exist, and return the root. The shape of the tree does not change.

        Example 1:
        Input: root = [1, 2, 3, 4, 5]
        Output: [1, 3, 2, 4, 5]

        Constraints:
        The tree has 0 to 150 nodes, with values from 0 to 9.'''),
    examples=([[1, 2, 3, 4, 5]], [[]], [[1, 0]], [[1, 2, 0]], [[0]]),
    generated=21,
    convert_offline=CONVERT_TREE,
    evaluate_offline=EVALUATE_TREE,
    generator=RANDOM_TREE + dedent('''
        def generate_test_case():
            return [random_tree(random.randint(50, 110), random.choice([0.5, 0.7, 0.95]), 0, 9)]
        '''),
    answer=odd_levels_mirrored,
    references=[
        reference(55, '''
            class Solution:
                def mirrorLevels(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
                    level = [root] if root else []
                    odd = False
                    while level:
                        if odd:
                            values = [node.val for node in level]
                            for node in level:
                                node.val = values.pop()
                        odd = not odd
                        level = [child for node in level for child in (node.left, node.right) if child]
                    return root
        '''),
        reference(74, '''
            class Solution:
                def mirrorLevels(self, root: Optional[TreeNode]) -> Optional[TreeNode]:
                    queue = deque([(root, 0)] if root else [])
                    values = defaultdict(list)
                    while queue:
                        node, depth = queue.popleft()
                        values[depth].append(node.val)
                        queue.extend((child, depth + 1) for child in (node.left, node.right) if child)

                    def copy_of(node, depth):
                        if not node:
                            return None
                        right = copy_of(node.right, depth + 1)
                        left = copy_of(node.left, depth + 1)
                        value = values[depth].pop(0) if depth % 2 else node.val
                        return TreeNode(value, left, right)

                    return copy_of(root, 0)
        '''),
        reference(590, '''
            class Solution(object):
                def level(self, node, depth):
                    if not node:
                        return []
                    if depth == 0:
                        return [node]
                    return self.level(node.left, depth - 1) + self.level(node.right, depth - 1)

                def mirrorLevels(self, root):
                    depth = 1
                    while self.level(root, depth):
                        nodes = self.level(root, depth)
                        values = [node.val for node in nodes][::-1]
                        for node, value in zip(nodes, values):
                            node.val = value
                        depth += 2
                    return root
        '''),
    ],
)

TASKS = [MIRROR_LEVELS]
