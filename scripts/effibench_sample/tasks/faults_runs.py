"""Rows that fail while they run: exceptions, imports, time, memory, output, and answers that differ each time."""

from ..task import Example, Task


def draw_recipe_scale(rng):
    return [rng.randint(1, 50) for _ in range(rng.randint(1, 6))], rng.randint(1, 12)


def late_zero(recording):
    lines = recording.standard(99)
    return '\n'.join(lines[:63] + ['assert solution.portions([6, 9], 0) == 0'] + lines[63:])


LATE_EXCEPTION = Task(
    idx=900068,
    name='Full Portions',
    difficulty='Easy',
    algorithms=('Math', 'Array'),
    statement='''
`pots[i]` ladles of soup are in pot `i`; a portion takes `ladles` ladles and must come from one pot. Return *the number of
full portions*.
''',
    constraints=('1 <= pots.length <= 1000', '0 <= ladles <= 1000'),
    examples=(Example({'pots': [7, 4], 'ladles': 3}),),
    solution='''\
class Solution:
    def portions(self, pots: List[int], ladles: int) -> int:
        return sum(pot // ladles for pot in pots)
''',
    entry='portions',
    draw=draw_recipe_scale,
    suite=late_zero,
    fault='ZeroDivisionError in a later call',
    reason='runtime-error',
)


def draw_cipher(rng):
    return rng.randint(2, 500), rng.randint(2, 60), rng.randint(2, 400)


CIPHER = '''\
class Solution:
    def seal(self, letter: int, key: int, modulus: int) -> int:
        return (letter ** key) % modulus
'''

SHADOWED_POW = Task(
    idx=900069,
    name='Seal a Letter With a Key',
    difficulty='Medium',
    algorithms=('Math', 'Number Theory'),
    statement='''
A letter, written as a number, is sealed by raising it to the power `key` and keeping the remainder by `modulus`. Return
*the sealed letter*.
''',
    constraints=('1 <= letter, key, modulus <= 10^9',),
    examples=(Example({'letter': 3, 'key': 4, 'modulus': 10}, '81 leaves 1.'),),
    solution=CIPHER.replace('(letter ** key) % modulus', 'pow(letter, key, modulus)'),
    recorder=CIPHER,
    entry='seal',
    draw=draw_cipher,
    fault='pow with three arguments: under the prelude pow is operator.pow',
    reason='runtime-error',
)


def draw_links(rng):
    n = rng.randint(1, 30)
    return ([rng.randint(i + 1, i + 3) for i in range(n)],)


def deep_suite(recording):
    lines = recording.standard(99)
    deep = list(range(1, 5001))
    return '\n'.join(lines[:80] + [f'assert {recording.call(deep)} == 5000'] + lines[80:])


DEEP_RECURSION = Task(
    idx=900070,
    name='Clues of a Treasure Hunt',
    difficulty='Easy',
    algorithms=('Recursion', 'Array'),
    statement='''
The hunt begins at clue 0, and clue `i` leads to the place `clues[i] > i`; places outside the list hold no clue. Return *the
number of clues that are read*.
''',
    constraints=('1 <= clues.length <= 10^4', 'i < clues[i] <= 2 * 10^4'),
    examples=(Example({'clues': [2, 2, 3]}, 'Clue 0, then clue 2.'),),
    solution='''\
class Solution:
    def read(self, clues: List[int]) -> int:
        def follow(place):
            return 1 + follow(clues[place]) if place < len(clues) else 0

        return follow(0)
''',
    entry='read',
    draw=draw_links,
    suite=deep_suite,
    fault='RecursionError in a later call',
    reason='runtime-error',
)


def draw_grades(rng):
    return ([rng.randint(0, 100) for _ in range(rng.randint(1, 12))],)


SPREAD = '''\
class Solution:
    def spread(self, grades: List[int]) -> int:
        return max(grades) - min(grades)
'''

ABSENT_MODULE = Task(
    idx=900071,
    name='Spread of the Grades',
    difficulty='Easy',
    algorithms=('Array',),
    statement='''
Return *the difference between the best and the worst of* `grades`.
''',
    constraints=('1 <= grades.length <= 1000', '0 <= grades[i] <= 100'),
    examples=(Example({'grades': [70, 55, 90]}),),
    solution='from effiverl_absent_module import extremes\n\n\n' + SPREAD,
    recorder=SPREAD,
    entry='spread',
    draw=draw_grades,
    fault='import of a module that does not exist',
    reason='import-error',
)


def draw_shelves(rng):
    marks = sorted(rng.sample(range(1000), rng.randint(1, 20)))
    return marks, rng.choice(marks)


FIND_MARK = '''\
class Solution:
    def position(self, marks: List[int], mark: int) -> int:
        low, high = 0, len(marks) - 1
        while low < high:
            middle = (low + high) // 2
            if marks[middle] < mark:
                low = middle + 1
            else:
                high = middle
        return low
'''

ENDLESS_SEARCH = Task(
    idx=900072,
    name='Position of a Mark',
    difficulty='Easy',
    algorithms=('Binary Search',),
    statement='''
`marks` is sorted and holds `mark` exactly once. Return *its index*.
''',
    constraints=('1 <= marks.length <= 10^5', '0 <= marks[i] <= 10^9'),
    examples=(Example({'marks': [2, 5, 9], 'mark': 9}),),
    solution=FIND_MARK.replace('low = middle + 1', 'low = middle'),
    recorder=FIND_MARK,
    entry='position',
    draw=draw_shelves,
    fault='binary search that stops narrowing: endless loop',
    reason='timeout',
)

TASKS = (LATE_EXCEPTION, SHADOWED_POW, DEEP_RECURSION, ABSENT_MODULE, ENDLESS_SEARCH)
