"""Stretches of an array: the slow references look at every stretch anew."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def longest_calm(levels, limit):
    count = len(levels)
    return max(
        end - start
        for start in range(count)
        for end in range(start + 1, count + 1)
        if max(levels[start:end]) - min(levels[start:end]) <= limit
    )


CALM_STRETCH = Task(
    id='9003',
    slug='calm-stretch',
    difficulty='Medium',
    entry_point='longestCalm',
    prompt=starter('longestCalm', [('levels', 'List[int]'), ('limit', 'int')], 'int'),
    statement=dedent('''\
        A gauge reports the level of a lake every hour. A run of consecutive hours is calm when its highest and its
        lowest level differ by at most limit. Return the number of hours of the longest calm run.

        Example 1:
        Input: levels = [8, 2, 4, 7], limit = 4
        Output: 2

        Example 2:
        Input: levels = [4, 2, 2, 2, 4, 4, 2, 2], limit = 0
        Output: 3

        Constraints:
        1 <= levels.length <= 150
        0 <= levels[i], limit <= 1000'''),
    examples=([[8, 2, 4, 7], 4], [[4, 2, 2, 2, 4, 4, 2, 2], 0], [[9], 0]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(50, 120)
            level = 500
            levels = []
            for _ in range(count):
                level = min(1000, max(0, level + random.randint(-12, 12)))
                levels.append(level)
            return [levels, random.randint(20, 90)]
        '''),
    answer=longest_calm,
    references=[
        reference(118, '''
            class Solution:
                def longestCalm(self, levels: List[int], limit: int) -> int:
                    highest, lowest = deque(), deque()
                    start = 0
                    for level in levels:
                        while highest and highest[-1] < level:
                            highest.pop()
                        while lowest and lowest[-1] > level:
                            lowest.pop()
                        highest.append(level)
                        lowest.append(level)
                        if highest[0] - lowest[0] > limit:
                            if highest[0] == levels[start]:
                                highest.popleft()
                            if lowest[0] == levels[start]:
                                lowest.popleft()
                            start += 1
                    return len(levels) - start
        '''),
        reference(164, '''
            class Solution:
                def longestCalm(self, levels: List[int], limit: int) -> int:
                    window = []
                    start = 0
                    for level in levels:
                        bisect.insort(window, level)
                        if window[-1] - window[0] > limit:
                            window.pop(bisect_left(window, levels[start]))
                            start += 1
                    return len(levels) - start
        '''),
        reference(251, '''
            class Solution(object):
                def longestCalm(self, levels, limit):
                    tallest, smallest = [], []
                    start = best = 0
                    for at, level in enumerate(levels):
                        heappush(tallest, (-level, at))
                        heappush(smallest, (level, at))
                        while -tallest[0][0] - smallest[0][0] > limit:
                            start = min(tallest[0][1], smallest[0][1]) + 1
                            while tallest[0][1] < start:
                                heappop(tallest)
                            while smallest[0][1] < start:
                                heappop(smallest)
                        best = max(best, at - start + 1)
                    return best
        '''),
        reference(1904, '''
            class Solution:
                def longestCalm(self, levels, limit):
                    best = 0
                    for start in range(len(levels)):
                        high = low = levels[start]
                        end = start
                        while end < len(levels):
                            high = max(high, levels[end])
                            low = min(low, levels[end])
                            if high - low > limit:
                                break
                            end += 1
                        best = max(best, end - start)
                    return best
        '''),
    ],
)


def richest(takings, days):
    return max(sum(takings[start:start + days]) for start in range(len(takings) - days + 1))


RICHEST_WEEKS = Task(
    id='9004',
    slug='richest-window',
    difficulty='Easy',
    entry_point='richestWindow',
    prompt=starter('richestWindow', [('takings', 'List[int]'), ('days', 'int')], 'int'),
    statement=dedent('''\
        takings[i] is what a stall earned on day i; on a bad day it is negative. Return the largest sum that the stall
        earned within exactly `days` days in a row.

        Example 1:
        Input: takings = [2, -1, 5, 3], days = 2
        Output: 8

        Example 2:
        Input: takings = [-4], days = 1
        Output: -4

        Constraints:
        1 <= days <= takings.length <= 300
        -10^4 <= takings[i] <= 10^4'''),
    examples=([[2, -1, 5, 3], 2], [[-4], 1], [[1, 2, 3], 3]),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(120, 220)
            return [[random.randint(-999, 999) for _ in range(count)], random.randint(15, 50)]
        '''),
    answer=richest,
    references=[
        reference(71, '''
            class Solution:
                def richestWindow(self, takings: List[int], days: int) -> int:
                    total = best = sum(takings[:days])
                    for gone, new in zip(takings, takings[days:]):
                        total += new - gone
                        if total > best:
                            best = total
                    return best
        '''),
        reference(79, '''
            class Solution:
                def richestWindow(self, takings: List[int], days: int) -> int:
                    sums = [0] + list(itertools.accumulate(takings))
                    return max(map(lambda late, early: late - early, sums[days:], sums))
        '''),
        reference(205, '''
            class Solution:
                def richestWindow(self, takings, days):
                    best = -inf
                    for start in range(len(takings) - days + 1):
                        best = max(best, sum(takings[start:start + days]))
                    return best
        '''),
        reference(1370, '''
            class Solution(object):
                def richestWindow(self, takings, days):
                    best = None
                    for start in range(len(takings) - days + 1):
                        total = 0
                        for day in range(start, start + days):
                            total = total + takings[day]
                        if best is None or total > best:
                            best = total
                    return best
        '''),
    ],
)

TASKS = [CALM_STRETCH, RICHEST_WEEKS]
