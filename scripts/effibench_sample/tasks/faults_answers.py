"""Rows whose suite refuses the solution's own answers."""

from ..task import Example, Task


def draw_steps(rng):
    return ([rng.randint(1, 9) for _ in range(rng.randint(2, 8))],)


def contradictory_suite(recording):
    lines = recording.standard(99)
    call, expected = lines[40].rsplit(' == ', 1)
    return '\n'.join(lines[:71] + [f'{call} == {int(expected) + 1}'] + lines[71:])


CONTRADICTION = Task(
    idx=900064,
    name='Unevenness of a Path',
    difficulty='Easy',
    algorithms=('Array',),
    statement='''
Return *the sum of all absolute differences between neighbouring* `stones`.
''',
    constraints=('2 <= stones.length <= 1000', '1 <= stones[i] <= 100'),
    examples=(Example({'stones': [3, 5, 1]}),),
    solution='''\
class Solution:
    def unevenness(self, stones: List[int]) -> int:
        return sum(abs(a - b) for a, b in zip(stones, stones[1:]))
''',
    entry='unevenness',
    draw=draw_steps,
    suite=contradictory_suite,
    fault='the same call with two different expectations',
    reason='wrong-answer',
)


def draw_tags(rng):
    return (rng.sample(['red', 'fern', 'dune', 'opal', 'kiwi', 'moth', 'wave', 'sand', 'jade', 'iris'], rng.randint(4, 10)),)


def shuffled_suite(recording):
    lines = []
    for _ in range(100):
        (tags,) = recording.draw(recording.rng)
        recorded = sorted(tags)
        recording.rng.shuffle(recorded)
        lines.append(f'assert {recording.call(tags + tags[:2])} == {recorded!r}')
    return '\n'.join(lines)


SET_ORDER = Task(
    idx=900065,
    name='Every Tag Once',
    difficulty='Easy',
    algorithms=('Hash Table', 'Set'),
    statement='''
Return *the different strings of* `tags`, each once, in any order.
''',
    constraints=('1 <= tags.length <= 1000',),
    examples=(Example(shown='tags = ["a","a"]', output='["a"]', check="assert solution.once(['a', 'a']) == ['a']"),),
    solution='''\
class Solution:
    def once(self, tags: List[str]) -> List[str]:
        return list(set(tags))
''',
    entry='once',
    draw=draw_tags,
    suite=shuffled_suite,
    fault='expected order of a set of strings',
    reason='wrong-answer',
)


def draw_ropes(rng):
    return ([rng.randint(1, 40) for _ in range(rng.randint(3, 9))],)


def consumed_suite(recording):
    lines = []
    for _ in range(100):
        (ropes,) = recording.draw(recording.rng)
        cost = getattr(recording.solution, recording.entry)(ropes)
        lines.append(f'assert {recording.call(ropes)} == {cost}')
    return '\n'.join(lines)


CONSUMED = Task(
    idx=900066,
    name='Tying All Ropes Together',
    difficulty='Medium',
    algorithms=('Heap (Priority Queue)', 'Greedy'),
    statement='''
Tying two ropes costs the sum of their lengths and gives one rope of that length. Return *the least total cost of tying all*
`ropes` *into one*.
''',
    constraints=('1 <= ropes.length <= 10^4', '1 <= ropes[i] <= 10^4'),
    examples=(Example({'ropes': [2, 4, 3]}, '2 + 3 = 5, then 5 + 4 = 9.'),),
    solution='''\
class Solution:
    def tie(self, ropes: List[int]) -> int:
        heapify(ropes)
        total = 0
        while len(ropes) > 1:
            knot = heappop(ropes) + heappop(ropes)
            total += knot
            heappush(ropes, knot)
        return total
''',
    entry='tie',
    draw=draw_ropes,
    suite=consumed_suite,
    fault='inputs recorded after the solution consumed them',
    reason='wrong-answer',
)


def draw_shares(rng):
    return ([rng.randint(1, 30) for _ in range(rng.randint(2, 8))],)


def rounded_suite(recording):
    lines = []
    for _ in range(100):
        arguments = recording.draw(recording.rng)
        lines.append(f'assert {recording.call(*arguments)} == {round(recording.value(*arguments), 5)}')
    return '\n'.join(lines)


ROUNDED_FLOAT = Task(
    idx=900067,
    name='Parallel Pumps',
    difficulty='Easy',
    algorithms=('Math',),
    statement='''
Pump `i` alone empties a cellar in `hours[i]` hours. Return *the hours that all of them need together*.
''',
    constraints=('1 <= hours.length <= 1000', '1 <= hours[i] <= 1000'),
    examples=(Example(shown='hours = [3,6]', output='2.00000', check='assert solution.together([2, 2]) == 1.0'),),
    solution='''\
class Solution:
    def together(self, hours: List[int]) -> float:
        return 1 / sum(1 / hour for hour in hours)
''',
    entry='together',
    draw=draw_shares,
    suite=rounded_suite,
    fault='exact comparison with rounded floats',
    reason='wrong-answer',
)

TASKS = (CONTRADICTION, SET_ORDER, CONSUMED, ROUNDED_FLOAT)
