"""Linked lists: suites that build chains, walk the result, and tie loops."""

from ..nodes import chain_source
from ..task import Example, Task


def weave_suite(recording):
    lines = ['solution = Solution()']
    for number in range(100):
        values = [recording.rng.randint(-50, 50) for _ in range(recording.rng.randint(1, 12))]
        call = f'solution.weave({chain_source(values)})'
        node, woven = recording.evaluate(call), []
        while node:
            woven.append(node.val)
            node = node.next
        if number % 5 == 0 and len(woven) > 1:
            lines.append(f'assert {call}.next.val == {woven[1]}')
            continue
        lines += [
            f'node = {call}',
            'values = []',
            'while node:',
            '    values.append(node.val)',
            '    node = node.next',
            f'assert values == {woven}',
        ]
    return '\n'.join(lines) + '\n'


WEAVE = Task(
    idx=900033,
    name='Weave Both Ends of a Chain',
    difficulty='Medium',
    algorithms=('Linked List', 'Two Pointers', 'Recursion'),
    statement='''
You are given the `head` of a singly linked list. Reorder its nodes so that they alternate between the two ends: the first
node, the last, the second, the last but one, and so on.

Return *the head of the reordered list*. Nodes must be relinked; their values must not be changed.
''',
    constraints=('The list has between 1 and `5 * 10^4` nodes.', '-1000 <= Node.val <= 1000'),
    examples=(
        Example(
            shown='head = [1,2,3,4]',
            output='[1,4,2,3]',
            check='assert solution.weave(ListNode(1, ListNode(2, ListNode(3, ListNode(4))))).next.val == 4',
        ),
        Example(shown='head = [5]', output='[5]', check='assert solution.weave(ListNode(5)).val == 5'),
    ),
    solution='''\
# Definition for singly-linked list.
# class ListNode:
#     def __init__(self, val=0, next=None):
#         self.val = val
#         self.next = next
class Solution:
    def weave(self, head: Optional[ListNode]) -> Optional[ListNode]:
        slow = fast = head
        while fast.next and fast.next.next:
            slow = slow.next
            fast = fast.next.next
        node, slow.next, tail = slow.next, None, None
        while node:
            node.next, tail, node = tail, node, node.next
        front = head
        while tail:
            front.next, tail.next, front, tail = tail, front.next, front.next, tail.next
        return head
''',
    entry='weave',
    suite=weave_suite,
)


def loop_suite(recording):
    lines = []
    for number in range(50):
        values = [recording.rng.randint(0, 99) for _ in range(recording.rng.randint(1, 8))]
        lines.append(f'a = {chain_source(values)}')
        lines.append('assert solution.loopLength(a) == 0')
        entry = recording.rng.randrange(len(values))
        target = 'a' + '.next' * entry
        lines += [
            'tail = a',
            'while tail.next:',
            '    tail = tail.next',
            f'tail.next = {target}  # the last node leads back to position {entry}',
            f'assert solution.loopLength(a) == {len(values) - entry}',
        ]
    return '\n'.join(lines)


LOOP_LENGTH = Task(
    idx=900034,
    name='Length of the Loop',
    difficulty='Easy',
    algorithms=('Linked List', 'Two Pointers'),
    statement='''
The last node of a linked list may lead back to an earlier node (or to itself), so that walking along `next` never ends.

Given `head`, return *the number of nodes in the loop*, or `0` when the list ends.
''',
    constraints=('The list has between 1 and `10^4` nodes.',),
    examples=(
        Example(
            shown='head = [3,2,0,-4], the last node leads to position 1',
            output='3',
            check='last = ListNode(-4)\nhead = ListNode(3, ListNode(2, ListNode(0, last)))\nlast.next = head.next\n'
            'assert solution.loopLength(head) == 3',
        ),
    ),
    solution='''\
class Solution:
    def loopLength(self, head: Optional[ListNode]) -> int:
        slow = fast = head
        while fast and fast.next:
            slow, fast = slow.next, fast.next.next
            if slow is fast:
                length, fast = 1, fast.next
                while fast is not slow:
                    fast = fast.next
                    length += 1
                return length
        return 0
''',
    entry='loopLength',
    suite=loop_suite,
)


def digits_suite(recording):
    lines = []
    for _ in range(100):
        a, b = ([recording.rng.randint(0, 9) for _ in range(recording.rng.randint(1, 5))] for _ in range(2))
        call = f'solution.addChains({chain_source(a)}, {chain_source(b)})'
        address = recording.rng.randrange(0x7F0000000000, 0x7FFFFFFFFFFF, 16)
        lines.append(f'assert {call} == <__main__.ListNode object at {address:#x}>')
    return '\n'.join(lines)


ADD_CHAINS = Task(
    idx=900036,
    name='Add Two Abacus Chains',
    difficulty='Medium',
    algorithms=('Linked List', 'Math'),
    statement='''
Two numbers are stored as chains of decimal digits, the **lowest** digit first. Return *their sum as a chain of the same
kind*, without leading zeros at its far end (the number 0 is a single node).
''',
    constraints=('Each chain has between 1 and 200 nodes.', '0 <= Node.val <= 9'),
    examples=(
        Example(
            shown='a = [9,9], b = [1]',
            output='[0,0,1]',
            note='99 + 1 = 100.',
            check='assert solution.addChains(ListNode(9, ListNode(9)), ListNode(1)).next.next.val == 1',
        ),
    ),
    solution='''\
class Solution:
    def addChains(self, a: Optional[ListNode], b: Optional[ListNode]) -> Optional[ListNode]:
        start = tail = ListNode()
        carry = 0
        while a or b or carry:
            carry += (a.val if a else 0) + (b.val if b else 0)
            tail.next = ListNode(carry % 10)
            tail, carry = tail.next, carry // 10
            a, b = a and a.next, b and b.next
        return start.next
''',
    entry='addChains',
    suite=digits_suite,
    fault='object repr as the expected value',
    reason='suite-syntax-error',
)

TASKS = (WEAVE, LOOP_LENGTH, ADD_CHAINS)
