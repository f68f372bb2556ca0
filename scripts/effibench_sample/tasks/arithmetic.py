"""Numbers: exact and inexact floats, big integers, primes and bits."""

from ..task import Example, Task


def draw_medians(rng):
    return ([rng.randint(-40, 40) for _ in range(rng.randint(1, 14))],)


RUNNING_MEDIAN = Task(
    idx=900046,
    name='Median After Every Reading',
    difficulty='Hard',
    algorithms=('Heap (Priority Queue)', 'Data Stream'),
    statement='''
Thermometer `readings` arrive one by one. After each of them write down the median of all readings so far; of an even
number of readings it is the mean of the two in the middle.

Return *the list of medians as floats*.
''',
    constraints=('1 <= readings.length <= 10^5', '-10^5 <= readings[i] <= 10^5'),
    examples=(Example({'readings': [4, 1, 7, 2]}),),
    solution='''\
class Solution:
    def medians(self, readings: List[int]) -> List[float]:
        small, large, result = [], [], []
        for reading in readings:
            heappush(large, -heappushpop(small, -reading))
            if len(large) > len(small):
                heappush(small, -heappop(large))
            result.append(float(-small[0]) if len(small) > len(large) else (large[0] - small[0]) / 2)
        return result
''',
    entry='medians',
    draw=draw_medians,
    fault='exact floats that hold',
)


def draw_legs(rng):
    legs = [[rng.randint(1, 300), rng.randint(5, 130)] for _ in range(rng.randint(1, 8))]
    return (legs,)


def speed_suite(recording):
    lines = []
    for _ in range(100):
        arguments = recording.draw(recording.rng)
        lines.append(f'assert abs({recording.call(*arguments)} - {recording.value(*arguments):.5f}) < 1e-5')
    return '\n'.join(lines)


MEAN_SPEED = Task(
    idx=900047,
    name='Mean Speed of a Journey',
    difficulty='Easy',
    algorithms=('Math', 'Array'),
    statement='''
A journey has several legs; `legs[i] = [distance, speed]` in kilometres and kilometres an hour. Return *the mean speed of
the whole journey*, that is all distance divided by all time.

Answers within `10^-5` of the true value are accepted.
''',
    constraints=('1 <= legs.length <= 1000', '1 <= distance <= 10^4', '1 <= speed <= 500'),
    examples=(
        Example(
            {'legs': [[60, 30], [60, 60]]},
            '120 kilometres in 3 hours.',
            check='assert abs(solution.meanSpeed([[60, 30], [60, 60]]) - 40.00000) < 1e-5',
        ),
    ),
    solution='''\
class Solution:
    def meanSpeed(self, legs: List[List[int]]) -> float:
        return sum(distance for distance, _ in legs) / sum(distance / speed for distance, speed in legs)
''',
    entry='meanSpeed',
    draw=draw_legs,
    suite=speed_suite,
)


def draw_sieve(rng):
    low = rng.randint(1, 50000)
    return low, low + rng.randint(0, 8000)


PRIME_GAP = Task(
    idx=900048,
    name='Widest Prime Desert',
    difficulty='Medium',
    algorithms=('Math', 'Number Theory'),
    statement='''
Consider the primes from `low` to `high`, both included. A **desert** lies between two neighbouring ones; its width is
their difference.

Return *the two primes around the widest desert as* `[p, q]`, the earliest one among equals, or `[-1, -1]` when the range
has fewer than two primes.
''',
    constraints=('1 <= low <= high <= 10^6',),
    examples=(
        Example({'low': 1, 'high': 12}, 'The primes are 2, 3, 5, 7 and 11.'),
        Example({'low': 24, 'high': 30}),
    ),
    solution='''\
class Solution:
    def desert(self, low: int, high: int) -> List[int]:
        prime = [True] * (high + 1)
        prime[:2] = [False] * min(2, high + 1)
        for p in range(2, int(sqrt(high)) + 1):
            if prime[p]:
                for multiple in range(p * p, high + 1, p):
                    prime[multiple] = False
        best, last = [-1, -1], None
        for q in range(low, high + 1):
            if prime[q]:
                if last is not None and q - last > best[1] - best[0]:
                    best = [last, q]
                last = q
        return best
''',
    entry='desert',
    draw=draw_sieve,
)


def draw_lanterns(rng):
    return rng.randrange(1 << 30), rng.randrange(1 << 30)


LANTERNS = Task(
    idx=900049,
    name='Lanterns to Toggle',
    difficulty='Easy',
    algorithms=('Bit Manipulation',),
    statement='''
A row of lanterns is written as a number whose bit `i` is 1 when lantern `i` burns. One move toggles a single lantern.

Return *the smallest number of moves from* `now` *to* `wanted`.
''',
    constraints=('0 <= now, wanted < 2^30',),
    examples=(Example({'now': 10, 'wanted': 7}, '1010 and 0111 differ in three bits.'), Example({'now': 0, 'wanted': 0})),
    solution='''\
class Solution:
    @staticmethod
    def moves(now: int, wanted: int) -> int:
        differing, count = now ^ wanted, 0
        while differing:
            differing &= differing - 1
            count += 1
        return count
''',
    entry='moves',
    draw=draw_lanterns,
    omit=('difficulty',),
)


def draw_rabbits(rng):
    return rng.randint(0, 1500), rng.randint(1, 9)


RABBITS = Task(
    idx=900051,
    name='Rabbits Without Predators',
    difficulty='Easy',
    algorithms=('Math', 'Dynamic Programming', 'Memoization'),
    statement='''
In month 0 and in month 1 one pair of rabbits lives on an island. In every later month there are the pairs of the month
before, and `litter` new ones for each pair that lived two months before.

Return *the number of pairs in month* `month`. The numbers become very large; return them exactly.
''',
    constraints=('0 <= month <= 2000', '1 <= litter <= 9'),
    examples=(Example({'month': 5, 'litter': 3}, '1, 1, 4, 7, 19, 40'), Example({'month': 0, 'litter': 9})),
    solution='''\
class Solution:
    def __init__(self):
        self.known = {}

    def pairs(self, month: int, litter: int) -> int:
        series = self.known.setdefault(litter, [1, 1])
        while len(series) <= month:
            series.append(series[-1] + litter * series[-2])
        return series[month]
''',
    entry='pairs',
    draw=draw_rabbits,
)

TASKS = (RUNNING_MEDIAN, MEAN_SPEED, PRIME_GAP, LANTERNS, RABBITS)
