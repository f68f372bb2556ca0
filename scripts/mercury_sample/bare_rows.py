"""Rows that lack something: other references, hooks, or everything that grading needs."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def knots_after(strands, rounds):
    for _ in range(rounds):
        strands = [a ^ b for a, b in zip(strands, strands[1:] + strands[:1])]
    return strands


LONE_REFERENCE = Task(
    id='9032',
    slug='tie-the-strands',
    difficulty='Easy',
    entry_point='tie',
    prompt=starter('tie', [('strands', 'List[int]'), ('rounds', 'int')], 'List[int]'),
    statement=dedent('''\
        In one round every strand is replaced by the bitwise exclusive or of itself and its right neighbour; the right
        neighbour of the last strand is the first. Return the strands after the given number of rounds.

        Example 1:
        Input: strands = [1, 2, 4], rounds = 1
        Output: [3, 6, 5]

        Constraints:
        1 <= strands.length <= 40
        0 <= rounds <= 40'''),
    examples=([[1, 2, 4], 1], [[9], 1], [[3, 3], 0]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[random.getrandbits(16) for _ in range(random.randint(10, 30))], random.randint(5, 30)]
        '''),
    answer=knots_after,
    references=[
        reference(43, '''
            class Solution:
                def tie(self, strands: List[int], rounds: int) -> List[int]:
                    for _ in range(rounds):
                        first = strands[0]
                        strands = [a ^ b for a, b in zip(strands, strands[1:] + [first])]
                    return strands
        '''),
    ],
)


def mountains(steps):
    height, count = 0, 0
    for step in steps:
        height += 1 if step == 'U' else -1
        count += step == 'D' and height == 0
    return count


NO_HOOKS = Task(
    id='9033',
    slug='mountains-crossed',
    difficulty='Easy',
    entry_point='mountainsCrossed',
    prompt=starter('mountainsCrossed', [('steps', 'str')], 'int'),
    statement=dedent('''\
        A hiker starts at sea level and notes each step as U (up) or D (down), ending at sea level and never below it.
        Return how often she came down to sea level.

        Example 1:
        Input: steps = "UUDDUD"
        Output: 2

        Constraints:
        0 <= steps.length <= 600'''),
    examples=(['UUDDUD'], [''], ['UD']),
    generated=22,
    convert_online=None,
    convert_offline=None,
    evaluate_offline=None,
    generator=dedent('''\
        import random

        def generate_test_case():
            height, steps = 0, []
            for _ in range(random.randint(150, 300)):
                up = height == 0 or random.random() < 0.4
                height += 1 if up else -1
                steps.append("U" if up else "D")
            return ["".join(steps) + "D" * height]
        '''),
    answer=mountains,
    references=[
        reference(36, '''
            class Solution:
                def mountainsCrossed(self, steps: str) -> int:
                    height = crossed = 0
                    for step in steps:
                        if step == "U":
                            height += 1
                        else:
                            height -= 1
                            if not height:
                                crossed += 1
                    return crossed
        '''),
        reference(50, '''
            class Solution(object):
                def mountainsCrossed(self, steps):
                    heights = itertools.accumulate(1 if step == "U" else -1 for step in steps)
                    return list(heights).count(0)
        '''),
        reference(389, '''
            class Solution:
                def mountainsCrossed(self, steps):
                    crossed = 0
                    for end in range(2, len(steps) + 1, 2):
                        part = steps[:end]
                        if part.count("U") == part.count("D"):
                            crossed += 1
                    return crossed
        '''),
    ],
)

# As in the upstream's train split: the word None instead of everything that grading needs.
NOT_GRADABLE = Task(
    id='9034',
    slug='lanterns-without-tests',
    difficulty='Hard',
    entry_point='None',
    prompt=starter('lanterns', [('count', 'int')], 'int'),
    statement=dedent('''\
        Return the number of ways to hang `count` lanterns so that no lantern hangs directly beside two others.

        Constraints:
        1 <= count <= 30'''),
    generator=None,
    answer=None,
    references=[
        reference(33, '''
            class Solution:
                def lanterns(self, count: int) -> int:
                    return count
        '''),
    ],
    overrides=dict.fromkeys(
        ['generator_code', 'convert_online', 'convert_offline', 'evaluate_offline', 'test_cases'], 'None'
    ),
)

TASKS = [LONE_REFERENCE, NO_HOOKS, NOT_GRADABLE]
