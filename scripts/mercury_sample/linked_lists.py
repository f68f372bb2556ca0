"""Linked lists that hooks build from arrays and turn back into arrays."""

from textwrap import dedent

from .hooks import EVALUATE_LIST, LIST, convert
from .prompt import starter
from .task import Task, reference


def zipped(first, second):
    both = min(len(first), len(second))
    return [value for pair in zip(first, second) for value in pair] + first[both:] + second[both:]


ZIP_CHAINS = Task(
    id='9014',
    slug='zip-two-chains',
    difficulty='Easy',
    entry_point='zipChains',
    prompt=starter(
        'zipChains', [('first', 'Optional[ListNode]'), ('second', 'Optional[ListNode]')], 'Optional[ListNode]'
    ),
    statement=dedent('''\
        Given the heads of two linked lists, return the head of a list that takes nodes from them in turn, beginning
        with the first. When one list ends, the rest of the other follows.

        Example 1:
        Input: first = [1, 2, 3], second = [9]
        Output: [1, 9, 2, 3]

        Constraints:
        Each list has 0 to 150 nodes.'''),
    examples=([[1, 2, 3], [9]], [[], []], [[], [0, 0]], [[5], []]),
    generated=22,
    convert_offline=convert([LIST.format(0), LIST.format(1)]),
    evaluate_offline=EVALUATE_LIST,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[random.randint(-9, 99) for _ in range(random.randint(30, 80))] for _ in range(2)]
        '''),
    answer=zipped,
    references=[
        reference(45, '''
            class Solution:
                def zipChains(self, first: Optional[ListNode], second: Optional[ListNode]) -> Optional[ListNode]:
                    head = tail = ListNode()
                    while first and second:
                        tail.next = first
                        tail = first
                        first = first.next
                        tail.next = second
                        tail = second
                        second = second.next
                    tail.next = first or second
                    return head.next
        '''),
        reference(70, '''
            # Definition for singly-linked list.
            # class ListNode(object):
            #     def __init__(self, val=0, next=None):
            #         self.val = val
            #         self.next = next
            class Solution(object):
                def zipChains(self, first, second):
                    if not first:
                        return second
                    first.next = self.zipChains(second, first.next)
                    return first
        '''),
        reference(99, '''
            class Solution:
                def zipChains(self, first, second):
                    def values(node):
                        while node:
                            yield node.val
                            node = node.next

                    head = tail = ListNode(0)
                    missing = object()
                    for pair in zip_longest(values(first), values(second), fillvalue=missing):
                        for value in pair:
                            if value is not missing:
                                tail.next = ListNode(value)
                                tail = tail.next
                    return head.next
        '''),
        reference(812, '''
            class ListNode:
                def __init__(self, val):
                    self.val = val
                    self.next = None

            class Solution:
                def zipChains(self, first, second):
                    answer = None
                    while first or second:
                        for source in (first, second):
                            if source:
                                node = ListNode(source.val)
                                if not answer:
                                    answer = node
                                else:
                                    end = answer
                                    while end.next:
                                        end = end.next
                                    end.next = node
                        first = first and first.next
                        second = second and second.next
                    return answer
        '''),
    ],
)


def without_every(values, step):
    return [value for at, value in enumerate(values, 1) if at % step]


DROP_EVERY = Task(
    id='9015',
    slug='drop-every-kth',
    difficulty='Easy',
    entry_point='dropEvery',
    prompt=starter('dropEvery', [('head', 'ListNode'), ('k', 'int')], 'ListNode'),
    statement=dedent('''\
        Remove every k-th node of a linked list, counting from 1, and return its head.

        Example 1:
        Input: head = [7, 8, 9, 10], k = 2
        Output: [7, 9]

        Example 2:
        Input: head = [4, 4], k = 1
        Output: []

        Constraints:
        1 <= k <= 200, and the list has 1 to 250 nodes.'''),
    examples=([[7, 8, 9, 10], 2], [[4, 4], 1], [[0, 0, 0], 3]),
    generated=22,
    convert_offline=convert([LIST.format(0), 'inputs[1]']),
    evaluate_offline=EVALUATE_LIST,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[random.randint(0, 99) for _ in range(random.randint(70, 140))], random.randint(1, 9)]
        '''),
    answer=without_every,
    references=[
        reference(49, '''
            class Solution:
                def dropEvery(self, head: ListNode, k: int) -> ListNode:
                    before = start = ListNode(0, head)
                    left = k
                    while before.next:
                        left -= 1
                        if left:
                            before = before.next
                        else:
                            before.next = before.next.next
                            left = k
                    return start.next
        '''),
        reference(85, '''
            class Solution:
                def dropEvery(self, head: ListNode, k: int) -> ListNode:
                    values = []
                    while head:
                        values.append(head.val)
                        head = head.next
                    del values[k - 1::k]
                    for value in reversed(values):
                        head = ListNode(value, head)
                    return head
        '''),
        reference(730, '''
            class Solution(object):
                def node(self, head, position):
                    while position:
                        head = head.next
                        position -= 1
                    return head

                def dropEvery(self, head, k):
                    start = ListNode(0, head)
                    size = 0
                    while head:
                        size += 1
                        head = head.next
                    for position in range(size // k * k, 0, -k):
                        before = self.node(start, position - 1)
                        before.next = before.next.next
                    return start.next
        '''),
    ],
)

TASKS = [ZIP_CHAINS, DROP_EVERY]
