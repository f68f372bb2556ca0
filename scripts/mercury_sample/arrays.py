"""Pairs in plain arrays: the slow references compare all of them."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def smallest_gap(heights):
    return min(abs(a - b) for i, a in enumerate(heights) for b in heights[:i])


NEAREST_BEACONS = Task(
    id='9001',
    slug='nearest-beacons',
    difficulty='Easy',
    entry_point='smallestGap',
    prompt=starter('smallestGap', [('heights', 'List[int]')], 'int'),
    statement=dedent('''\
        A coast has at least two beacons. heights[i] is the height of the i-th beacon above the sea, in centimetres.
        Return the smallest difference between the heights of two different beacons.

        Example 1:
        Input: heights = [40, 12, 31, 18]
        Output: 6
        Explanation: 18 - 12 is smaller than any other difference.

        Example 2:
        Input: heights = [5, 5]
        Output: 0

        Constraints:
        2 <= heights.length <= 200
        -10^6 <= heights[i] <= 10^6'''),
    examples=([[40, 12, 31, 18]], [[5, 5]], [[-3, 4]]),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(60, 150)
            return [[random.randint(-1000000, 1000000) for _ in range(count)]]
        '''),
    answer=smallest_gap,
    references=[
        reference(52, '''
            class Solution:
                def smallestGap(self, heights: List[int]) -> int:
                    heights = sorted(heights)
                    return min(b - a for a, b in zip(heights, heights[1:]))
        '''),
        reference(61, '''
            class Solution(object):
                def smallestGap(self, heights):
                    """
                    :type heights: List[int]
                    :rtype: int
                    """
                    order = sorted(heights)
                    best = order[-1] - order[0]
                    for i in range(1, len(order)):
                        if order[i] - order[i - 1] < best:
                            best = order[i] - order[i - 1]
                    return best
        '''),
        reference(96, '''
            class Solution:
                def smallestGap(self, heights: List[int]) -> int:
                    seen = []
                    best = inf
                    for height in heights:
                        at = bisect_left(seen, height)
                        if at < len(seen):
                            best = min(best, seen[at] - height)
                        if at > 0:
                            best = min(best, height - seen[at - 1])
                        seen.insert(at, height)
                    return best
        '''),
        reference(612, '''
            class Solution:
                def smallestGap(self, heights: List[int]) -> int:
                    return min(abs(a - b) for a, b in itertools.combinations(heights, 2))
        '''),
        reference(844, '''
            class Solution:
                def smallestGap(self, heights):
                    best = float("inf")
                    for i in range(len(heights)):
                        for j in range(i + 1, len(heights)):
                            gap = abs(heights[i] - heights[j])
                            if gap < best:
                                best = gap
                    return best
        '''),
    ],
)


def full_ferries(weights, capacity):
    return sum(a + b == capacity for i, a in enumerate(weights) for b in weights[:i])


FERRY_PAIRS = Task(
    id='9002',
    slug='ferry-pairs',
    difficulty='Easy',
    entry_point='fullFerries',
    prompt=starter('fullFerries', [('weights', 'List[int]'), ('capacity', 'int')], 'int'),
    statement=dedent('''\
        A small ferry carries exactly two carts, and it leaves only when their weights add up to its capacity.
        Given the weights of all carts at the pier, return the number of pairs of carts with which it would leave.
        Two pairs are different when they differ in at least one cart, even if the weights are equal.

        Example 1:
        Input: weights = [1, 5, 3, 3, 1], capacity = 6
        Output: 3

        Example 2:
        Input: weights = [2, 2, 2], capacity = 4
        Output: 3

        Constraints:
        1 <= weights.length <= 200
        1 <= weights[i], capacity <= 1000'''),
    examples=([[1, 5, 3, 3, 1], 6], [[2, 2, 2], 4], [[7], 14]),
    generator=dedent('''\
        import random

        def generate_test_case():
            heaviest = random.choice([10, 50, 400])
            count = random.randint(80, 170)
            weights = [random.randint(1, heaviest) for _ in range(count)]
            return [weights, random.randint(heaviest // 2, heaviest * 2)]
        '''),
    answer=full_ferries,
    references=[
        reference(41, '''
            class Solution:
                def fullFerries(self, weights: List[int], capacity: int) -> int:
                    waiting = defaultdict(int)
                    pairs = 0
                    for weight in weights:
                        pairs += waiting[capacity - weight]
                        waiting[weight] += 1
                    return pairs
        '''),
        reference(55, '''
            from collections import Counter

            class Solution:
                def fullFerries(self, weights: List[int], capacity: int) -> int:
                    count = Counter(weights)
                    twice = 0
                    for weight, times in count.items():
                        twice += times * count.get(capacity - weight, 0)
                        if weight * 2 == capacity:
                            twice -= times
                    return twice // 2
        '''),
        reference(83, '''
            class Solution(object):
                def fullFerries(self, weights, capacity):
                    weights.sort()
                    low, high, pairs = 0, len(weights) - 1, 0
                    while low < high:
                        total = weights[low] + weights[high]
                        if total < capacity:
                            low += 1
                        elif total > capacity:
                            high -= 1
                        elif weights[low] == weights[high]:
                            size = high - low + 1
                            return pairs + size * (size - 1) // 2
                        else:
                            left = right = 1
                            while weights[low + left] == weights[low]:
                                left += 1
                            while weights[high - right] == weights[high]:
                                right += 1
                            pairs += left * right
                            low += left
                            high -= right
                    return pairs
        '''),
        reference(290, '''
            class Solution:
                def fullFerries(self, weights, capacity):
                    return sum(weights[i + 1:].count(capacity - weights[i]) for i in range(len(weights)))
        '''),
        reference(1130, '''
            class Solution:
                def fullFerries(self, weights, capacity):
                    pairs = 0
                    for i in range(len(weights)):
                        for j in range(i):
                            if weights[i] + weights[j] == capacity:
                                pairs += 1
                    return pairs
        '''),
    ],
)

TASKS = [NEAREST_BEACONS, FERRY_PAIRS]
