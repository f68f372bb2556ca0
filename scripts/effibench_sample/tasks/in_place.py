"""Tasks that change their arguments: suites that hold on to the argument, and one that does not."""

from ..task import Example, Task


def carousel_suite(recording):
    lines = []
    for number in range(100):
        seats = [recording.rng.randint(0, 99) for _ in range(recording.rng.randint(1, 15))]
        steps = recording.rng.randint(0, 40)
        turned = list(seats)
        getattr(recording.solution, recording.entry)(turned, steps)
        calls = [f'seats = {seats}', f'solution.turn(seats, {steps})', f'assert seats == {turned}']
        lines.append(('; ' if number % 4 == 0 else '\n').join(calls))
    return '\n'.join(lines)


TURN_CAROUSEL = Task(
    idx=900006,
    name='Turn the Carousel',
    difficulty='Medium',
    algorithms=('Array', 'Two Pointers', 'Math'),
    statement='''
The seats of a carousel are stored in `seats`. After one step every rider sits one index further, and the rider of the
last index moves to index 0.

Turn the carousel by `steps` steps. **Do not return anything**: change `seats` itself, with constant extra memory.
''',
    constraints=('1 <= seats.length <= 10^5', '0 <= seats[i] <= 10^4', '0 <= steps <= 10^9'),
    examples=(
        Example(
            shown='seats = [1,2,3,4,5], steps = 2',
            output='[4,5,1,2,3]',
            check='seats = [1, 2, 3, 4, 5]\nsolution.turn(seats, 2)\nassert seats == [4, 5, 1, 2, 3]',
        ),
        Example(
            shown='seats = [7,8], steps = 4',
            output='[7,8]',
            note='Four steps are two whole turns.',
            check='seats = [7, 8]\nsolution.turn(seats, 4)\nassert seats == [7, 8]',
        ),
    ),
    solution='''\
class Solution:
    def flip(self, seats, left, right):
        while left < right:
            seats[left], seats[right] = seats[right], seats[left]
            left += 1
            right -= 1

    def turn(self, seats: List[int], steps: int) -> None:
        """
        Do not return anything, modify seats in-place instead.
        """
        n = len(seats)
        steps %= n
        self.flip(seats, 0, n - 1)
        self.flip(seats, 0, steps - 1)
        self.flip(seats, steps, n - 1)
''',
    entry='turn',
    suite=carousel_suite,
)


def compact_suite(recording):
    lines = []
    for _ in range(50):
        log = sorted(recording.rng.randint(0, 12) for _ in range(recording.rng.randint(0, 16)))
        kept = list(log)
        length = getattr(recording.solution, recording.entry)(kept)
        lines += [
            f'log = {log}',
            'length = solution.compact(log)',
            f'assert length == {length}',
            f'assert log[:length] == {kept[:length]}',
        ]
    return '\n'.join(lines) + '\n'


COMPACT_LOG = Task(
    idx=900007,
    name='Compact the Sensor Log',
    difficulty='Easy',
    algorithms=('Two Pointers', 'Array'),
    statement='''
A sensor log `log` is sorted in non-decreasing order. Keep **at most two** entries of every value, moved to the front of
the list in their order, and return *how many entries were kept*. What stands behind them does not matter.

Change the list in place with constant extra memory.
''',
    constraints=('0 <= log.length <= 3 * 10^4', '-10^4 <= log[i] <= 10^4'),
    examples=(
        Example(
            shown='log = [1,1,1,2,3,3]',
            output='5, log = [1,1,2,3,3,_]',
            check='log = [1, 1, 1, 2, 3, 3]\nassert solution.compact(log) == 5\nassert log[:5] == [1, 1, 2, 3, 3]',
        ),
        Example(shown='log = []', output='0, log = []', check='assert solution.compact([]) == 0'),
    ),
    solution='''\
class Solution:
    def compact(self, log: List[int]) -> int:
        kept = 0
        for value in log:
            if kept < 2 or log[kept - 2] != value:
                log[kept] = value
                kept += 1
        return kept
''',
    entry='compact',
    suite=compact_suite,
)


def frost_suite(recording):
    lines = []
    for _ in range(50):
        rows, columns = recording.rng.randint(1, 5), recording.rng.randint(1, 5)
        field = [[recording.rng.choice([0, 1, 2, 3, 4, 5, 6]) for _ in range(columns)] for _ in range(rows)]
        frozen = [row[:] for row in field]
        getattr(recording.solution, recording.entry)(frozen)
        lines.append(f'field = {field}\nassert solution.spread(field) is None\nassert field == {frozen}')
    return '\n'.join(lines)


SPREAD_FROST = Task(
    idx=900008,
    name='Frost Spreads Over the Field',
    difficulty='Medium',
    algorithms=('Matrix', 'Simulation'),
    statement='''
`field[r][c]` is the temperature of one patch of a garden. Over night every patch whose row **or** column holds a patch of
temperature `0` in the evening freezes to `0` as well. Other patches keep their temperature.

Change `field` in place to what it is in the morning and return nothing.
''',
    constraints=('1 <= field.length, field[0].length <= 200', '0 <= field[r][c] <= 100'),
    examples=(
        Example(
            shown='field = [[3,0],[4,5]]',
            output='[[0,0],[4,0]]',
            check='field = [[3, 0], [4, 5]]\nsolution.spread(field)\nassert field == [[0, 0], [4, 0]]',
        ),
    ),
    solution='''\
class Solution:
    def spread(self, field: List[List[int]]) -> None:
        rows = {r for r, row in enumerate(field) if 0 in row}
        columns = {c for row in field for c, patch in enumerate(row) if patch == 0}
        for r, row in enumerate(field):
            for c in range(len(row)):
                if r in rows or c in columns:
                    row[c] = 0
''',
    entry='spread',
    suite=frost_suite,
)


def parity_suite(recording):
    lines = []
    for _ in range(100):
        beads = [recording.rng.randint(0, 30) for _ in range(recording.rng.randint(1, 10))]
        sorted_beads = list(beads)
        getattr(recording.solution, recording.entry)(sorted_beads)
        lines.append(f'solution.partEvens({beads})\nassert beads == {sorted_beads}')
    return '\n'.join(lines)


PART_EVENS = Task(
    idx=900009,
    name='Part the Even Beads',
    difficulty='Easy',
    algorithms=('Array', 'Sorting'),
    statement='''
Reorder the list `beads` **in place** so that all even numbers come before all odd ones, and the order inside both groups
stays as it was.
''',
    constraints=('1 <= beads.length <= 5000', '0 <= beads[i] <= 5000'),
    examples=(
        Example(
            shown='beads = [3,8,1,2]',
            output='[8,2,3,1]',
            check='beads = [3, 8, 1, 2]\nsolution.partEvens(beads)\nassert beads == [8, 2, 3, 1]',
        ),
    ),
    solution='''\
class Solution:
    def partEvens(self, beads: List[int]) -> None:
        beads.sort(key=lambda bead: bead % 2)
''',
    entry='partEvens',
    suite=parity_suite,
    fault='in-place suite asserts on a name that was never defined',
    reason='undefined-name',
)

TASKS = (TURN_CAROUSEL, COMPACT_LOG, SPREAD_FROST, PART_EVENS)
