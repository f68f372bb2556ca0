"""Two pointers, sliding windows and prefix sums over lists of numbers."""

from ..task import Example, Task


def draw_calm(rng):
    readings = [rng.randint(0, 60) for _ in range(rng.randint(1, 40))]
    return readings, rng.randint(0, 40)


WIDEST_CALM = Task(
    idx=900001,
    name='Widest Calm Stretch',
    difficulty='Medium',
    algorithms=('Sliding Window', 'Monotonic Queue', 'Array'),
    statement='''
A buoy sends one wave height an hour. You are given the list `readings` and an integer `drift`.

A stretch of consecutive hours is **calm** when no two of its readings differ by more than `drift`. Return *the number of
hours of the longest calm stretch*.
''',
    constraints=('1 <= readings.length <= 10^5', '0 <= readings[i] <= 10^9', '0 <= drift <= 10^9'),
    examples=(
        Example({'readings': [4, 9, 6, 7, 12], 'drift': 3}, 'The hours with 9, 6 and 7 differ by 3 at most.'),
        Example({'readings': [5, 5, 5], 'drift': 0}),
    ),
    solution='''\
class Solution:
    def widestCalm(self, readings: List[int], drift: int) -> int:
        highs, lows = deque(), deque()
        left = best = 0
        for right, height in enumerate(readings):
            while highs and readings[highs[-1]] <= height:
                highs.pop()
            while lows and readings[lows[-1]] >= height:
                lows.pop()
            highs.append(right)
            lows.append(right)
            while readings[highs[0]] - readings[lows[0]] > drift:
                left += 1
                if highs[0] < left:
                    highs.popleft()
                if lows[0] < left:
                    lows.popleft()
            best = max(best, right - left + 1)
        return best
''',
    entry='widestCalm',
    draw=draw_calm,
)


def draw_crossings(rng):
    capacity = rng.randint(60, 120)
    return [rng.randint(1, capacity) for _ in range(rng.randint(1, 30))], capacity


FERRY_PAIRS = Task(
    idx=900002,
    name='Fewest Ferry Crossings',
    difficulty='Medium',
    algorithms=('Two Pointers', 'Greedy', 'Sorting'),
    statement='''
A rowing ferry takes **at most two** passengers, and their weights together must not exceed `capacity`. `weights[i]` is
the weight of passenger `i`, and nobody is heavier than the capacity.

Return *the smallest number of crossings that brings everybody to the other bank*. The way back is not counted.
''',
    constraints=('1 <= weights.length <= 5 * 10^4', '1 <= weights[i] <= capacity <= 10^5'),
    examples=(
        Example({'weights': [70, 50, 80, 50], 'capacity': 100}, 'The two lighter passengers share a crossing.'),
        Example({'weights': [30, 60, 40, 70], 'capacity': 100}),
    ),
    solution='''\
class Solution:
    def minCrossings(self, weights: List[int], capacity: int) -> int:
        weights.sort()
        light, heavy = 0, len(weights) - 1
        crossings = 0
        while light <= heavy:
            if weights[light] + weights[heavy] <= capacity:
                light += 1
            heavy -= 1
            crossings += 1
        return crossings
''',
    entry='minCrossings',
    draw=draw_crossings,
)


def draw_balance(rng):
    return ([rng.randint(-3, 3) for _ in range(rng.randint(1, 12))],)


BALANCE_POINTS = Task(
    idx=900003,
    name='Balance Points of a Beam',
    difficulty='Easy',
    algorithms=('Prefix Sum', 'Array'),
    statement='''
Weights hang at equal distances from a beam; a balloon counts as a negative weight. Index `i` is a **balance point** when
the sum of everything left of `i` equals the sum of everything right of `i` (an empty side weighs 0).

Given `beam`, return *all balance points in ascending order*.
''',
    constraints=('1 <= beam.length <= 10^4', '-1000 <= beam[i] <= 1000'),
    examples=(
        Example({'beam': [1, 4, 2, 5, 0]}, 'Left of index 2 hangs 1 + 4, right of it 5 + 0.'),
        Example({'beam': [0, 0, 0]}),
        Example({'beam': [2, 1]}),
    ),
    solution='''\
class Solution:
    def balancePoints(self, beam: List[int]) -> List[int]:
        left, right = 0, sum(beam)
        points = []
        for i, weight in enumerate(beam):
            right -= weight
            if left == right:
                points.append(i)
            left += weight
        return points
''',
    entry='balancePoints',
    draw=draw_balance,
)


def draw_drop(rng):
    return ([rng.randint(100000, 999999) for _ in range(rng.randint(1200, 1500))],)


DEEPEST_DROP = Task(
    idx=900004,
    name='Deepest Drop on the Ridge',
    difficulty='Easy',
    algorithms=('Array', 'Greedy'),
    statement='''
`heights` lists the altitude of a ridge walk, one value a step. The **drop** between two moments `i < j` is
`heights[i] - heights[j]`.

Return *the largest drop of the walk*, or `0` when the walk never goes below an earlier altitude.
''',
    constraints=('1 <= heights.length <= 10^5', '0 <= heights[i] <= 10^6'),
    examples=(
        Example({'heights': [300, 450, 380, 500, 210]}, 'From 500 down to 210.'),
        Example({'heights': [1, 2, 3]}),
    ),
    solution='''\
class Solution:
    def deepestDrop(self, heights: List[int]) -> int:
        top, drop = heights[0], 0
        for height in heights:
            if height > top:
                top = height
            elif top - height > drop:
                drop = top - height
        return drop
''',
    entry='deepestDrop',
    draw=draw_drop,
    fault='suite of about 1 MB',
)

TASKS = (WIDEST_CALM, FERRY_PAIRS, BALANCE_POINTS, DEEPEST_DROP)
