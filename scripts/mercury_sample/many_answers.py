"""Tasks with several right answers: the hook checks the answer instead of comparing it."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def some_pair(prices, budget):
    return next([j, i] for i, a in enumerate(prices) for j, b in enumerate(prices[:i]) if a + b == budget)


ANY_PAIR = Task(
    id='9025',
    slug='any-matching-pair',
    difficulty='Easy',
    entry_point='matchingPair',
    prompt=starter('matchingPair', [('prices', 'List[int]'), ('budget', 'int')], 'List[int]'),
    statement=dedent('''\
        Return the positions of any two different goods whose prices add up to budget. There is at least one such
        pair; which one you return, and in which order, is up to you.

        Example 1:
        Input: prices = [4, 1, 3, 2], budget = 5
        Output: [0, 1]
        Explanation: [2, 3] and [1, 0] are as good.

        Constraints:
        2 <= prices.length <= 200
        0 <= prices[i] <= 10^6'''),
    examples=([[4, 1, 3, 2], 5], [[0, 0], 0]),
    generated=23,
    evaluate_offline=dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            prices, budget = inputs
            i, j = outputs
            if i == j or not (0 <= i < len(prices) and 0 <= j < len(prices)):
                return False
            return prices[i] + prices[j] == budget'''),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(80, 150)
            prices = [random.randint(0, 100000) for _ in range(count)]
            i, j = random.sample(range(count // 2, count), 2)
            return [prices, prices[i] + prices[j]]
        '''),
    answer=some_pair,
    references=[
        reference(49, '''
            class Solution:
                def matchingPair(self, prices: List[int], budget: int) -> List[int]:
                    place = {}
                    for at, price in enumerate(prices):
                        if budget - price in place:
                            return [at, place[budget - price]]
                        place[price] = at
        '''),
        reference(80, '''
            class Solution(object):
                def matchingPair(self, prices, budget):
                    order = sorted(range(len(prices)), key=lambda at: prices[at])
                    low, high = 0, len(order) - 1
                    while True:
                        total = prices[order[low]] + prices[order[high]]
                        if total == budget:
                            return order[low], order[high]
                        if total < budget:
                            low += 1
                        else:
                            high -= 1
        '''),
        reference(940, '''
            class Solution:
                def matchingPair(self, prices, budget):
                    for i in range(len(prices)):
                        for j in range(i + 1, len(prices)):
                            if prices[i] + prices[j] == budget:
                                return [i, j]
        '''),
    ],
)


def valleys(hills):
    edge = [float('inf')]
    walled = edge + hills + edge
    return [at - 1 for at in range(1, len(walled) - 1) if walled[at - 1] > walled[at] < walled[at + 1]]


ANY_VALLEY = Task(
    id='9026',
    slug='any-quiet-valley',
    difficulty='Medium',
    entry_point='quietValley',
    prompt=starter('quietValley', [('hills', 'List[int]')], 'int'),
    statement=dedent('''\
        A place is a valley when it is lower than the places beside it; beyond both ends the ground rises without
        limit. Neighbouring heights differ. Return the position of any valley.

        Example 1:
        Input: hills = [5, 2, 6, 1]
        Output: 1
        Explanation: 3 is accepted too.

        Constraints:
        1 <= hills.length <= 200
        0 <= hills[i] <= 10^5'''),
    examples=([[5, 2, 6, 1]], [[7]], [[3, 4]]),
    evaluate_offline=dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            return outputs in expected'''),
    generator=dedent('''\
        import random

        def generate_test_case():
            bottom = random.randint(90, 170)
            down = random.sample(range(1000, 90000), bottom)
            up = random.sample(range(1000, 90000), random.randint(5, 30))
            return [sorted(down, reverse=True) + [random.randint(0, 999)] + sorted(up)]
        '''),
    answer=valleys,
    references=[
        reference(40, '''
            class Solution:
                def quietValley(self, hills: List[int]) -> int:
                    low, high = 0, len(hills) - 1
                    while low < high:
                        middle = (low + high) // 2
                        if hills[middle] < hills[middle + 1]:
                            high = middle
                        else:
                            low = middle + 1
                    return low
        '''),
        reference(62, '''
            class Solution:
                def quietValley(self, hills: List[int]) -> int:
                    return hills.index(min(hills))
        '''),
        reference(104, '''
            class Solution(object):
                def quietValley(self, hills):
                    at = 0
                    while at + 1 < len(hills) and hills[at + 1] < hills[at]:
                        at += 1
                    return at
        '''),
        reference(277, '''
            class Solution:
                def quietValley(self, hills):
                    found = []
                    for at in range(len(hills)):
                        around = hills[max(at - 1, 0):at] + hills[at + 1:at + 2]
                        if all(hills[at] < height for height in around):
                            found.append(at)
                    return found[-1]
        '''),
    ],
)

TASKS = [ANY_PAIR, ANY_VALLEY]
