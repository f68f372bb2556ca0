"""Hooks as Mercury's are: Python text that defines one function each."""

from textwrap import dedent
from typing import Sequence

CONVERT_NOTHING = dedent('''\
    def convert_offline(case):
        return case''')

# What a case looks like in an online judge's console: one JSON value a line.
CONVERT_ONLINE = dedent('''\
    def convert_online(case):
        import json
        inputs, expected = case
        return [json.dumps(value) for value in inputs]''')

EVALUATE_EQUAL = dedent('''\
    def evaluate_offline(inputs, outputs, expected):
        outputs = outputs
        if outputs == expected:
            return True

        return False''')


def convert(arguments: Sequence[str]) -> str:
    """A convert_offline that calls the function with these expressions over `inputs`."""
    return dedent('''\
        def convert_offline(case):
            import lctk
            inputs, expected = case
            inputs = ({},)
            return inputs, expected''').format(', '.join(arguments))


def evaluate(outputs: str) -> str:
    """An evaluate_offline that compares this expression over `inputs` and `outputs` with what is expected."""
    return dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            import lctk
            outputs = {}
            if outputs == expected:
                return True

            return False''').format(outputs)


LIST = 'lctk.linkedList(inputs[{}])'
TREE = 'lctk.binaryTree(inputs[{}])'
CONVERT_LIST = convert([LIST.format(0)])
CONVERT_TREE = convert([TREE.format(0)])
EVALUATE_LIST = evaluate('lctk.linkedList2Arr(outputs)')
EVALUATE_TREE = evaluate('lctk.binaryTree2Arr(outputs)')
