"""Rows that must drop out before anything runs: no tests, no class, no method, broken text."""

from ..task import Example, Task


def no_suite(recording):
    return ''


NO_SUITE = Task(
    idx=900005,
    name='Tallest Pair of Vases',
    difficulty='Easy',
    algorithms=('Array', 'Sorting'),
    statement='''
Given the heights of at least two `vases`, return *the sum of the two tallest*.
''',
    constraints=('2 <= vases.length <= 10^4', '1 <= vases[i] <= 10^4'),
    examples=(Example({'vases': [3, 8, 5]}),),
    solution='''\
class Solution:
    def tallestPair(self, vases: List[int]) -> int:
        return sum(nlargest(2, vases))
''',
    entry='tallestPair',
    suite=no_suite,
    fault='empty suite',
    reason='no-tests',
)


def remarks_only(recording):
    return '\n# The generator gave up before it wrote a case.\n# assert solution.stamps(0) == 0\n\n'


REMARKS_ONLY = Task(
    idx=900030,
    name='Stamps on a Letter',
    difficulty='Medium',
    algorithms=('Math', 'Dynamic Programming'),
    statement='''
A post office sells stamps of 3 and of 7 cents. Return *the smallest number of stamps that makes exactly* `postage` *cents*,
or `-1`.
''',
    constraints=('0 <= postage <= 10^4',),
    examples=(Example({'postage': 13}), Example({'postage': 5})),
    solution='''\
class Solution:
    def stamps(self, postage: int) -> int:
        for sevens in range(postage // 7, -1, -1):
            if (postage - 7 * sevens) % 3 == 0:
                return sevens + (postage - 7 * sevens) // 3
        return -1
''',
    entry='stamps',
    suite=remarks_only,
    fault='suite of comments only',
    reason='no-tests',
)


def hive_suite(recording):
    lines = []
    for _ in range(50):
        size = recording.rng.randint(1, 4)
        lines.append(f'shelf = SnackShelf({size})')
        shelf = recording.names['SnackShelf'](size)
        for _ in range(2):
            snack = recording.rng.randint(1, 9)
            lines.append(f'assert shelf.put({snack}) == {shelf.put(snack)}')
    return '\n'.join(lines)


DESIGN_CLASS = Task(
    idx=900015,
    name='Design a Snack Shelf',
    difficulty='Medium',
    algorithms=('Design', 'Queue'),
    statement='''
Design the class `SnackShelf`. `SnackShelf(size)` makes an empty shelf for `size` snacks. `put(snack)` places a snack at the
right end; on a full shelf the leftmost one falls down first. It returns the snack that fell, or `-1`.
''',
    constraints=('1 <= size <= 1000', 'At most `10^4` calls are made.'),
    examples=(
        Example(
            shown='SnackShelf(1), put(4), put(5)',
            output='[null,-1,4]',
            check='shelf = SnackShelf(1)\nassert shelf.put(4) == -1\nassert shelf.put(5) == 4',
        ),
    ),
    solution='''\
class SnackShelf:
    def __init__(self, size: int):
        self.size = size
        self.snacks = deque()

    def put(self, snack: int) -> int:
        fallen = self.snacks.popleft() if len(self.snacks) == self.size else -1
        self.snacks.append(snack)
        return fallen


# Your SnackShelf object will be instantiated and called as such:
# obj = SnackShelf(size)
# param_1 = obj.put(snack)
''',
    entry='put',
    suite=hive_suite,
    fault='design class without class Solution',
    reason='no-solution-class',
)


def plain_calls(recording):
    return '\n'.join(line.replace('solution.', '') for line in recording.standard())


def draw_candles(rng):
    return rng.randint(1, 60), rng.randint(2, 6)


CANDLES = '''\
def candleNights(candles: int, stubs: int) -> int:
    nights = candles
    while candles >= stubs:
        candles, left = divmod(candles, stubs)
        nights += candles
        candles += left
    return nights
'''

MODULE_FUNCTION = Task(
    idx=900035,
    name='Nights by Candlelight',
    difficulty='Easy',
    algorithms=('Math', 'Simulation'),
    statement='''
A candle burns for one night and leaves a stub; `stubs` stubs make a new candle. Return *the number of nights that*
`candles` *candles give light*.
''',
    constraints=('1 <= candles <= 10^6', '2 <= stubs <= 100'),
    examples=(Example({'candles': 5, 'stubs': 2}, '5 nights, then 2, 1 and 1 more.'),),
    solution=CANDLES + '\n\nclass Solution:\n    def __init__(self):\n        self.answer = None\n',
    recorder='class Solution:\n    @staticmethod\n' + ''.join(f'    {line}\n' for line in CANDLES.splitlines()),
    entry='candleNights',
    draw=draw_candles,
    suite=plain_calls,
    fault='class Solution with a constructor only; the function stands beside it',
    reason='no-entry-point',
)


def direct_calls(recording):
    return '\n'.join(line.replace('.__call__(', '(') for line in recording.standard())


def draw_shelf(rng):
    return ([rng.randint(1, 9) for _ in range(rng.randint(1, 8))],)


DUNDER_ONLY = Task(
    idx=900040,
    name='Books Pushed Together',
    difficulty='Easy',
    algorithms=('Array',),
    statement='''
`books[i]` is the thickness of a book. Return *the positions of the left edges when all books are pushed to the left end of
the shelf*.
''',
    constraints=('1 <= books.length <= 1000', '1 <= books[i] <= 100'),
    examples=(Example(shown='books = [2,3]', output='[0,2]', check='assert solution([2, 3]) == [0, 2]'),),
    solution='''\
class Solution:
    def __call__(self, books: List[int]) -> List[int]:
        return [0] + list(accumulate(books))[:-1]
''',
    entry='__call__',
    draw=draw_shelf,
    suite=direct_calls,
    fault='class Solution with dunder methods only',
    reason='no-entry-point',
)

TASKS = (NO_SUITE, REMARKS_ONLY, DESIGN_CLASS, MODULE_FUNCTION, DUNDER_ONLY)
