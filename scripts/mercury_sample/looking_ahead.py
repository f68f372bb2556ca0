"""The next element of some kind: the slow reference walks there from every place."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def distances(towers):
    return [
        next((ahead for ahead in range(1, len(towers) - at) if towers[at + ahead] > towers[at]), 0)
        for at in range(len(towers))
    ]


TALLER_AHEAD = Task(
    id='9005',
    slug='taller-ahead',
    difficulty='Medium',
    entry_point='tallerAhead',
    prompt=starter('tallerAhead', [('towers', 'List[int]')], 'List[int]'),
    statement=dedent('''\
        Towers stand in a line. For each tower return how many steps to the right the next strictly taller tower is,
        or 0 if there is none.

        Example 1:
        Input: towers = [3, 1, 2, 5]
        Output: [3, 1, 1, 0]

        Constraints:
        1 <= towers.length <= 250
        1 <= towers[i] <= 10^5'''),
    examples=([[3, 1, 2, 5]], [[1]], [[2, 2]]),
    generated=21,
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(80, 160)
            slope = random.choice([-30, -8, 0, 8])
            return [[5000 + slope * at + random.randint(0, 300) for at in range(count)]]
        '''),
    answer=distances,
    references=[
        reference(66, '''
            class Solution:
                def tallerAhead(self, towers: List[int]) -> List[int]:
                    answer = [0] * len(towers)
                    waiting = []
                    for at, height in enumerate(towers):
                        while waiting and towers[waiting[-1]] < height:
                            shorter = waiting.pop()
                            answer[shorter] = at - shorter
                        waiting.append(at)
                    return answer
        '''),
        reference(88, '''
            class Solution(object):
                def tallerAhead(self, towers):
                    answer = [0] * len(towers)
                    for at in range(len(towers) - 2, -1, -1):
                        step = 1
                        while towers[at + step] <= towers[at]:
                            if not answer[at + step]:
                                step = 0
                                break
                            step += answer[at + step]
                        answer[at] = step
                    return answer
        '''),
        reference(1466, '''
            class Solution:
                def tallerAhead(self, towers):
                    answer = []
                    for at in range(len(towers)):
                        steps = 0
                        for other in range(at + 1, len(towers)):
                            if towers[other] > towers[at]:
                                steps = other - at
                                break
                        answer.append(steps)
                    return answer
        '''),
    ],
)

TASKS = [TALLER_AHEAD]
