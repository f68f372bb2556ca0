"""Tasks that return nothing: the hook looks at the arguments afterwards."""

from textwrap import dedent

from .hooks import evaluate
from .prompt import IN_PLACE, starter
from .task import Task, reference


def turned(crates, steps):
    return [crates[(at - steps) % len(crates)] for at in range(len(crates))]


TURN_CRATES = Task(
    id='9021',
    slug='turn-the-crates',
    difficulty='Medium',
    entry_point='turn',
    prompt=starter('turn', [('crates', 'List[int]'), ('steps', 'int')], IN_PLACE.format('crates')),
    statement=dedent('''\
        Crates stand on a round belt with as many places as there are crates. Move every crate `steps` places forward;
        what leaves the end comes in at the front. Change the list itself.

        Example 1:
        Input: crates = [1, 2, 3, 4, 5], steps = 2
        Output: [4, 5, 1, 2, 3]

        Constraints:
        1 <= crates.length <= 250
        0 <= steps <= 10^4'''),
    examples=([[1, 2, 3, 4, 5], 2], [[1], 7], [[1, 2], 0]),
    generated=22,
    evaluate_offline=evaluate('inputs[0]'),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(80, 160)
            return [[random.randint(-99, 99) for _ in range(count)], random.randint(60, 1500)]
        '''),
    answer=turned,
    references=[
        reference(60, '''
            class Solution:
                def turn(self, crates: List[int], steps: int) -> None:
                    steps %= len(crates)
                    crates[:] = crates[-steps:] + crates[:-steps]
        '''),
        reference(94, '''
            class Solution(object):
                def turn(self, crates, steps):
                    """
                    :rtype: None Do not return anything, modify crates in-place instead.
                    """
                    def reverse(low, high):
                        while low < high:
                            crates[low], crates[high] = crates[high], crates[low]
                            low += 1
                            high -= 1

                    steps %= len(crates)
                    reverse(0, len(crates) - 1)
                    reverse(0, steps - 1)
                    reverse(steps, len(crates) - 1)
        '''),
        reference(240, '''
            class Solution:
                def turn(self, crates: List[int], steps: int) -> None:
                    for _ in range(steps):
                        crates.insert(0, crates.pop())
        '''),
    ],
)


def with_blackouts(lamps):
    rows = {at for at, row in enumerate(lamps) if 0 in row}
    columns = {at for row in lamps for at, lamp in enumerate(row) if lamp == 0}
    return [
        [0 if at in rows or place in columns else lamp for place, lamp in enumerate(row)]
        for at, row in enumerate(lamps)
    ]


BLACKOUT = Task(
    id='9022',
    slug='blackout-grid',
    difficulty='Medium',
    entry_point='blackout',
    prompt=starter('blackout', [('lamps', 'List[List[int]]')], IN_PLACE.format('lamps')),
    statement=dedent('''\
        lamps is a rectangle of brightnesses. A lamp that is 0 is broken and takes its whole row and its whole column
        with it. Set them to 0; lamps that go out this way do not break others. Change the rectangle itself.

        Example 1:
        Input: lamps = [[1, 2, 3], [4, 0, 6]]
        Output: [[1, 0, 3], [0, 0, 0]]

        Constraints:
        1 <= rows, columns <= 20
        0 <= lamps[i][j] <= 9'''),
    examples=([[[1, 2, 3], [4, 0, 6]]], [[[0]]], [[[5]]]),
    generated=20,
    evaluate_offline=evaluate('inputs[0]'),
    generator=dedent('''\
        import random

        def generate_test_case():
            rows, columns = random.randint(9, 16), random.randint(9, 16)
            lamps = [[random.randint(1, 9) for _ in range(columns)] for _ in range(rows)]
            for _ in range(random.randint(1, 7)):
                lamps[random.randrange(rows)][random.randrange(columns)] = 0
            return [lamps]
        '''),
    answer=with_blackouts,
    references=[
        reference(76, '''
            class Solution:
                def blackout(self, lamps: List[List[int]]) -> None:
                    dark = [False] * len(lamps[0])
                    for at, row in enumerate(lamps):
                        if 0 in row:
                            for place, lamp in enumerate(row):
                                if not lamp:
                                    dark[place] = True
                            lamps[at] = [0] * len(row)
                    for place in range(len(dark)):
                        if dark[place]:
                            for row in lamps:
                                row[place] = 0
        '''),
        reference(128, '''
            class Solution(object):
                def blackout(self, lamps):
                    rows, columns = set(), set()
                    for i in range(len(lamps)):
                        for j in range(len(lamps[0])):
                            if lamps[i][j] == 0:
                                rows.add(i)
                                columns.add(j)
                    for i in range(len(lamps)):
                        for j in range(len(lamps[0])):
                            if i in rows or j in columns:
                                lamps[i][j] = 0
        '''),
        reference(470, '''
            class Solution:
                def blackout(self, lamps: List[List[int]]) -> None:
                    before = copy.deepcopy(lamps)
                    for i in range(len(lamps)):
                        for j in range(len(lamps[0])):
                            column = [row[j] for row in before]
                            if 0 in before[i] or 0 in column:
                                lamps[i][j] = 0
        '''),
    ],
)

TASKS = [TURN_CRATES, BLACKOUT]
