"""Lists that bite their tail, and lists of lists."""

from textwrap import dedent

from .hooks import EVALUATE_LIST, convert
from .prompt import starter
from .task import Task, reference


def ring_length(values, back_to):
    return len(values) - back_to if back_to >= 0 else 0


RING_LENGTH = Task(
    id='9016',
    slug='ring-length',
    difficulty='Medium',
    entry_point='ringLength',
    prompt=starter('ringLength', [('head', 'ListNode')], 'int'),
    statement=dedent('''\
        The last node of a linked list may point back to one of its nodes. Return the number of nodes in that ring, or
        0 if the list ends. The position to which the last node points is not told to you.

        Example 1:
        Input: head = [3, 2, 0, -4], the last node points back to position 1
        Output: 3

        Example 2:
        Input: head = [1], no ring
        Output: 0

        Constraints:
        The list has 0 to 150 nodes; values may repeat.'''),
    examples=([[3, 2, 0, -4], 1], [[1], -1], [[], -1], [[6], 0]),
    generated=22,
    convert_offline=convert(['lctk.linkedList(inputs[0], inputs[1])']),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(50, 120)
            back_to = random.randrange(count) if random.random() < 0.8 else -1
            return [[random.randint(0, 5) for _ in range(count)], back_to]
        '''),
    answer=ring_length,
    references=[
        reference(50, '''
            class Solution:
                def ringLength(self, head: ListNode) -> int:
                    met = {}
                    while head:
                        if head in met:
                            return len(met) - met[head]
                        met[head] = len(met)
                        head = head.next
                    return 0
        '''),
        reference(64, '''
            class Solution:
                def ringLength(self, head: ListNode) -> int:
                    slow = fast = head
                    while fast and fast.next:
                        slow = slow.next
                        fast = fast.next.next
                        if slow is fast:
                            length = 1
                            fast = fast.next
                            while fast is not slow:
                                fast = fast.next
                                length += 1
                            return length
                    return 0
        '''),
        reference(377, '''
            class Solution(object):
                def ringLength(self, head):
                    met = []
                    while head is not None:
                        if head in met:
                            return len(met) - met.index(head)
                        met.append(head)
                        head = head.next
                    return 0
        '''),
    ],
)


def woven(chains):
    return sorted(value for chain in chains for value in chain)


WEAVE_CHAINS = Task(
    id='9017',
    slug='weave-sorted-chains',
    difficulty='Hard',
    entry_point='weave',
    prompt=starter('weave', [('chains', 'List[ListNode]')], 'ListNode'),
    statement=dedent('''\
        Given linked lists whose values ascend, return one linked list with all their values in ascending order.

        Example 1:
        Input: chains = [[1, 4, 5], [], [0, 4]]
        Output: [0, 1, 4, 4, 5]

        Constraints:
        0 <= chains.length <= 20
        All chains together have at most 200 nodes.'''),
    examples=([[[1, 4, 5], [], [0, 4]]], [[]], [[[]]], [[[0], [0]]]),
    generated=20,
    convert_offline=convert(['[lctk.linkedList(chain) for chain in inputs[0]]']),
    evaluate_offline=EVALUATE_LIST,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[sorted(random.randint(-50, 50) for _ in range(random.randint(0, 14)))
                     for _ in range(random.randint(9, 18))]]
        '''),
    answer=woven,
    references=[
        reference(68, '''
            class Solution:
                def weave(self, chains: List[Optional[ListNode]]) -> Optional[ListNode]:
                    nodes = []
                    for node in chains:
                        while node:
                            nodes.append(node)
                            node = node.next
                    nodes.sort(key=lambda node: node.val)
                    for node, following in zip(nodes, nodes[1:]):
                        node.next = following
                    if nodes:
                        nodes[-1].next = None
                    return nodes[0] if nodes else None
        '''),
        reference(93, '''
            class Solution:
                def weave(self, chains: List[Optional[ListNode]]) -> Optional[ListNode]:
                    ready = [(node.val, at, node) for at, node in enumerate(chains) if node]
                    heapify(ready)
                    head = tail = ListNode()
                    while ready:
                        _, at, node = heappop(ready)
                        tail.next = node
                        tail = node
                        if node.next:
                            heappush(ready, (node.next.val, at, node.next))
                    return head.next
        '''),
        reference(402, '''
            class Solution(object):
                def weave(self, chains):
                    head = tail = ListNode()
                    chains = [node for node in chains if node]
                    while chains:
                        least = 0
                        for at in range(len(chains)):
                            if chains[at].val < chains[least].val:
                                least = at
                        tail.next = chains[least]
                        tail = tail.next
                        chains[least] = tail.next
                        if not tail.next:
                            chains.pop(least)
                    return head.next
        '''),
        reference(515, '''
            class Solution:
                def weave(self, chains):
                    def merge(a, b):
                        head = tail = ListNode()
                        while a and b:
                            if a.val <= b.val:
                                tail.next, a = a, a.next
                            else:
                                tail.next, b = b, b.next
                            tail = tail.next
                        tail.next = a or b
                        return head.next

                    return functools.reduce(merge, chains, None)
        '''),
    ],
)

TASKS = [RING_LENGTH, WEAVE_CHAINS]
