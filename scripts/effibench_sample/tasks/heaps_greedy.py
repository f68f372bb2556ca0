"""Heaps, greedy choices, intervals and binary search on the answer."""

from ..task import Example, Task


def draw_jobs(rng):
    return ([rng.choice('ABCD') for _ in range(rng.randint(1, 20))], rng.randint(0, 5))


def jobs_suite(recording):
    lines = recording.standard(60)
    lines += [recording.line(recording.draw(recording.rng)[0]) for _ in range(20)]
    lines += [recording.line(jobs, rest=rest) for jobs, rest in (recording.draw(recording.rng) for _ in range(20))]
    return '\n'.join(lines)


KILN = Task(
    idx=900042,
    name='One Kiln, Many Glazes',
    difficulty='Medium',
    algorithms=('Heap (Priority Queue)', 'Greedy', 'Counting'),
    statement='''
A potter fires one pot an hour. `pots` lists the glaze of every pot, in no particular order. Between two pots of the same
glaze at least `rest` other hours must pass, used or idle; `rest` is `2` unless it is given.

Return *the smallest number of hours from the first pot to the last*.
''',
    constraints=('1 <= pots.length <= 10^4', '`pots[i]` is an uppercase letter.', '0 <= rest <= 100'),
    examples=(
        Example({'pots': ['A', 'A', 'A', 'B'], 'rest': 2}, 'A B - A - - A'),
        Example({'pots': ['A', 'B'], 'rest': 0}),
    ),
    solution='''\
class Solution:
    def hours(self, pots: List[str], rest: int = 2) -> int:
        left = [-n for n in Counter(pots).values()]
        heapify(left)
        cooling = deque()
        clock = 0
        while left or cooling:
            clock += 1
            if cooling and cooling[0][0] < clock:
                heappush(left, cooling.popleft()[1])
            if left:
                remaining = heappop(left) + 1
                if remaining:
                    cooling.append((clock + rest, remaining))
        return clock
''',
    entry='hours',
    draw=draw_jobs,
    suite=jobs_suite,
)


def draw_pairs(rng):
    rows = sorted(rng.randint(1, 30) for _ in range(rng.randint(1, 8)))
    return rows, sorted(rng.randint(1, 30) for _ in range(rng.randint(1, 8))), rng.randint(1, 12)


def pairs_suite(recording):
    lines = []
    for _ in range(100):
        ropes, poles, count = recording.draw(recording.rng)
        if recording.rng.random() < 0.5:
            lines.append(recording.line(ropes=ropes, poles=poles, count=count))
        else:
            lines.append(recording.line(ropes, count=count, poles=poles))
    return '\n'.join(lines)


TENT_PAIRS = Task(
    idx=900043,
    name='Cheapest Ropes and Poles',
    difficulty='Medium',
    algorithms=('Heap (Priority Queue)', 'Array'),
    statement='''
A tent needs one rope and one pole. `ropes` and `poles` are prices in ascending order; every rope can be combined with every
pole.

Return *the* `count` *smallest prices of a rope and a pole together, in ascending order* (fewer, when there are fewer pairs).
Equal prices of different pairs are listed each.
''',
    constraints=('1 <= ropes.length, poles.length <= 10^4', '1 <= ropes[i], poles[i] <= 10^9', '1 <= count <= 10^4'),
    examples=(Example({'ropes': [1, 5], 'poles': [2, 3], 'count': 3}), Example({'ropes': [4], 'poles': [4], 'count': 9})),
    solution='''\
class Solution:
    def cheapest(self, ropes: List[int], poles: List[int], count: int) -> List[int]:
        heap = [(rope + poles[0], rope, 0) for rope in ropes[:count]]
        prices = []
        while heap and len(prices) < count:
            price, rope, i = heap[0]
            prices.append(price)
            if i + 1 < len(poles):
                heapreplace(heap, (rope + poles[i + 1], rope, i + 1))
            else:
                heappop(heap)
        return prices
''',
    entry='cheapest',
    draw=draw_pairs,
    suite=pairs_suite,
)


def draw_chapters(rng):
    pages = [rng.randint(1, 90) for _ in range(rng.randint(1, 20))]
    return pages, rng.randint(1, 6)


CHAPTERS = Task(
    idx=900044,
    name='Copying a Manuscript',
    difficulty='Hard',
    algorithms=('Binary Search', 'Greedy', 'Array'),
    statement='''
A manuscript has chapters of `pages[i]` pages. Up to `scribes` scribes copy it; each takes a contiguous group of chapters,
and all of them write one page a day.

Return *the smallest number of days after which the whole copy can be finished*.
''',
    constraints=('1 <= pages.length <= 10^5', '1 <= pages[i] <= 10^4', '1 <= scribes <= 10^5'),
    examples=(
        Example({'pages': [20, 10, 30, 40], 'scribes': 2}, 'The first scribe copies 20 + 10 + 30 pages.'),
        Example({'pages': [7], 'scribes': 3}),
    ),
    solution='''\
class Solution:
    def days(self, pages: List[int], scribes: int) -> int:
        def enough(limit):
            needed, load = 1, 0
            for chapter in pages:
                if load + chapter > limit:
                    needed, load = needed + 1, 0
                load += chapter
            return needed <= scribes

        low, high = max(pages), sum(pages)
        while low < high:
            middle = (low + high) // 2
            if enough(middle):
                high = middle
            else:
                low = middle + 1
        return low
''',
    entry='days',
    draw=draw_chapters,
)


def draw_guards(rng):
    closing = rng.randint(10, 60)
    shifts = [sorted(rng.sample(range(closing + 1), 2)) for _ in range(rng.randint(0, 7))]
    return shifts, closing


UNGUARDED = Task(
    idx=900045,
    name='Unguarded Hours',
    difficulty='Medium',
    algorithms=('Interval', 'Sorting'),
    statement='''
A museum is open from hour `0` to hour `closing`. `shifts[i] = [begin, end]` means that a guard is present from `begin` to
`end`; shifts may overlap and come in any order.

Return *the longest possible intervals without any guard, in ascending order*.
''',
    constraints=('0 <= shifts.length <= 10^4', '0 <= begin < end <= closing <= 10^9'),
    examples=(
        Example({'shifts': [[3, 5], [1, 4]], 'closing': 8}),
        Example({'shifts': [], 'closing': 2}),
        Example({'shifts': [[0, 6]], 'closing': 6}),
    ),
    solution='''\
class Solution:
    def unguarded(self, shifts: List[List[int]], closing: int) -> List[List[int]]:
        gaps, covered = [], 0
        for begin, end in sorted(shifts):
            if begin > covered:
                gaps.append([covered, begin])
            covered = max(covered, end)
        if covered < closing:
            gaps.append([covered, closing])
        return gaps
''',
    entry='unguarded',
    draw=draw_guards,
)

TASKS = (KILN, TENT_PAIRS, CHAPTERS, UNGUARDED)
