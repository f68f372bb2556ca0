"""The starter text of a task, as upstream writes it."""

from typing import Sequence, Tuple

LIST_NODE = '''\
# Definition for singly-linked list.
# class ListNode(object):
#     def __init__(self, val=0, next=None):
#         self.val = val
#         self.next = next
'''

TREE_NODE = '''\
# Definition for a binary tree node.
# class TreeNode(object):
#     def __init__(self, val=0, left=None, right=None):
#         self.val = val
#         self.left = left
#         self.right = right
'''

IN_PLACE = 'None Do not return anything, modify {} in-place instead.'


def starter(entry_point: str, arguments: Sequence[Tuple[str, str]], returns: str) -> str:
    """The class with an empty method; node definitions come first, as comments, when a type names them."""
    types = [kind for _, kind in arguments] + [returns]
    head = ''.join(
        definition
        for name, definition in (('ListNode', LIST_NODE), ('TreeNode', TREE_NODE))
        if any(name in kind for kind in types)
    )
    names = ''.join(f', {name}' for name, _ in arguments)
    lines = ['class Solution(object):', f'    def {entry_point}(self{names}):', '        """']
    lines += [f'        :type {name}: {kind}' for name, kind in arguments]
    lines += [f'        :rtype: {returns}', '        """', '        ', '']
    return head + '\n'.join(lines)


def command_line(number: str, title: str, text: str) -> str:
    """The same with the coloured banner of the command-line client that some upstream prompts still carry."""
    return f'\n[\x1b[33m{number}\x1b[0m] \x1b[1;4m{title}\x1b[0m \x1b[2mis on the run...\x1b[0m\n\n\n{text}\n'
