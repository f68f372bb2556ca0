"""Rows that must be kept although something about them looks odd."""

from ..task import Example, Task


def draw_fence(rng):
    return ([rng.randint(1, 20) for _ in range(rng.randint(1, 12))],)


FENCE = '''\
class Solution:
    def paint(self, boards: List[int]) -> int:
        strokes = previous = 0
        for board in boards:
            strokes += max(0, board - previous)
            previous = board
        return strokes
'''

OTHER_GENERATOR = Task(
    idx=900078,
    name='Strokes Along a Fence',
    difficulty='Medium',
    algorithms=('Greedy', 'Array'),
    statement='''
The boards of a fence have the heights `boards`. One horizontal stroke of a brush, one unit high, paints any number of
**neighbouring** boards. Return *the smallest number of strokes that paints the whole fence* without painting the air.
''',
    constraints=('1 <= boards.length <= 10^5', '1 <= boards[i] <= 10^4'),
    examples=(Example({'boards': [2, 1, 2]}, 'One long stroke at the bottom, two short ones above.'),),
    solution=FENCE,
    entry='paint',
    draw=draw_fence,
    generator_solution=FENCE.replace('strokes = previous = 0', 'strokes, previous = 0, 1'),
    fault='test_case_generator contradicts the suite, which is sound',
)


def draw_weights(rng):
    return ([rng.randint(1, 25) for _ in range(rng.randint(1, 10))],)


def truth_suite(recording):
    lines = []
    for _ in range(100):
        arguments = recording.draw(recording.rng)
        lines.append(f'assert {"" if recording.value(*arguments) else "not "}{recording.call(*arguments)}')
    return '\n'.join(lines)


FAIR_SPLIT = Task(
    idx=900079,
    name='A Fair Split of the Loot',
    difficulty='Medium',
    algorithms=('Dynamic Programming', 'Bit Manipulation'),
    statement='''
Two pirates want to split the pieces in `loot` so that both get the same total. Return *whether that is possible*; no piece
can be cut, and each piece goes to one of them.
''',
    constraints=('1 <= loot.length <= 200', '1 <= loot[i] <= 100'),
    examples=(Example({'loot': [3, 1, 4]}, '3 + 1 = 4.'), Example({'loot': [2, 3]})),
    solution='''\
class Solution:
    def fair(self, loot: List[int]) -> bool:
        """True when a subset makes up half of the loot."""
        total = sum(loot)
        reachable = reduce(lambda sums, piece: sums | sums << piece, loot, 1)
        return total % 2 == 0 and reachable >> total // 2 & 1 == 1
''',
    entry='fair',
    draw=draw_weights,
    suite=truth_suite,
)

TASKS = (OTHER_GENERATOR, FAIR_SPLIT)
