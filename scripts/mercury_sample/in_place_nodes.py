"""The same with nodes: the hook turns the changed list or tree back into an array."""

from textwrap import dedent

from .hooks import CONVERT_LIST, CONVERT_TREE, evaluate
from .plain_trees import RANDOM_TREE, grow, level_order
from .prompt import IN_PLACE, starter
from .task import Task, reference


def folded(values):
    half = (len(values) + 1) // 2
    front, back = values[:half], values[half:][::-1]
    return [value for at, value in enumerate(front) for value in [value] + back[at:at + 1]]


FOLD_CHAIN = Task(
    id='9023',
    slug='fold-the-chain',
    difficulty='Medium',
    entry_point='fold',
    prompt=starter('fold', [('head', 'ListNode')], IN_PLACE.format('head')),
    statement=dedent('''\
        Fold a linked list in the middle, so that its nodes come in the order first, last, second, last but one and so
        on. Change the list itself; head stays its first node.

        Example 1:
        Input: head = [1, 2, 3, 4, 5]
        Output: [1, 5, 2, 4, 3]

        Constraints:
        The list has 1 to 150 nodes.'''),
    examples=([[1, 2, 3, 4, 5]], [[1]], [[1, 2]], [[0, 0, 7, 0]]),
    generated=22,
    convert_offline=CONVERT_LIST,
    evaluate_offline=evaluate('lctk.linkedList2Arr(inputs[0])'),
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[random.randint(0, 99) for _ in range(random.randint(50, 110))]]
        '''),
    answer=folded,
    references=[
        reference(58, '''
            class Solution:
                def fold(self, head: Optional[ListNode]) -> None:
                    slow = fast = head
                    while fast and fast.next:
                        slow, fast = slow.next, fast.next.next
                    back, rest = None, slow.next
                    slow.next = None
                    while rest:
                        rest.next, back, rest = back, rest, rest.next
                    while back:
                        following = head.next
                        head.next = back
                        back = back.next
                        head.next.next = following
                        head = following
        '''),
        reference(73, '''
            class Solution:
                def fold(self, head: Optional[ListNode]) -> None:
                    nodes = deque()
                    while head:
                        nodes.append(head)
                        head = head.next
                    last = nodes.popleft()
                    from_back = True
                    while nodes:
                        last.next = nodes.pop() if from_back else nodes.popleft()
                        last = last.next
                        from_back = not from_back
                    last.next = None
        '''),
        reference(680, '''
            class Solution(object):
                def fold(self, head):
                    while head and head.next and head.next.next:
                        before = head
                        while before.next.next:
                            before = before.next
                        last = before.next
                        before.next = None
                        last.next = head.next
                        head.next = last
                        head = last.next
        '''),
    ],
)


def with_totals(values):
    def total(node):
        if not node:
            return 0
        node[0] += total(node[1]) + total(node[2])
        return node[0]

    root = grow(values)
    total(root)
    return level_order(root)


SUBTREE_TOTALS = Task(
    id='9024',
    slug='subtree-totals',
    difficulty='Medium',
    entry_point='sumUp',
    prompt=starter('sumUp', [('root', 'TreeNode')], IN_PLACE.format('root')),
    statement=dedent('''\
        Replace the value of every node of a binary tree by the sum of the values of the node and of all nodes below
        it. Change the tree itself.

        Example 1:
        Input: root = [1, 2, 3, null, -2]
        Output: [4, 0, 3, null, -2]

        Constraints:
        The tree has 1 to 150 nodes, with values from -9 to 99.'''),
    examples=([[1, 2, 3, None, -2]], [[5]], [[1, 2, 0]], [[4, -3, 3, None, 3]]),
    generated=21,
    convert_offline=CONVERT_TREE,
    evaluate_offline=evaluate('lctk.binaryTree2Arr(inputs[0])'),
    generator=RANDOM_TREE + dedent('''
        def generate_test_case():
            return [random_tree(random.randint(50, 110), random.choice([0.5, 0.55, 0.7]), -9, 99)]
        '''),
    answer=with_totals,
    references=[
        reference(46, '''
            class Solution:
                def sumUp(self, root: Optional[TreeNode]) -> None:
                    def total(node):
                        if node.left:
                            node.val += total(node.left)
                        if node.right:
                            node.val += total(node.right)
                        return node.val

                    total(root)
        '''),
        reference(90, '''
            class Solution:
                def sumUp(self, root: Optional[TreeNode]) -> None:
                    order = []
                    stack = [(root, None)]
                    while stack:
                        node, parent = stack.pop()
                        order.append((node, parent))
                        for child in (node.left, node.right):
                            if child:
                                stack.append((child, node))
                    for node, parent in reversed(order):
                        if parent:
                            parent.val += node.val
        '''),
        reference(433, '''
            class Solution(object):
                def total(self, node):
                    return node.val + self.total(node.left) + self.total(node.right) if node else 0

                def sumUp(self, root):
                    if root:
                        root.val = self.total(root)
                        self.sumUp(root.left)
                        self.sumUp(root.right)
        '''),
    ],
)

TASKS = [FOLD_CHAIN, SUBTREE_TOTALS]
