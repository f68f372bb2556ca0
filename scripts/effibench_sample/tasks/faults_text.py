"""Rows whose solution is no Python, or whose columns are malformed."""

from ..task import Example, Task


def draw_prices(rng):
    return ([rng.randint(1, 90) for _ in range(rng.randint(1, 12))],)


CHEAP_DAYS = '''\
class Solution:
    def cheapDays(self, prices: List[int]) -> int:
        days, lowest = 0, inf
        for price in prices:
            if price < lowest:
                days, lowest = days + 1, price
        return days
'''

OPEN_BRACKET = Task(
    idx=900010,
    name='New Lows of a Price',
    difficulty='Easy',
    algorithms=('Array',),
    statement='''
Day `i` is a **low** when `prices[i]` is smaller than every earlier price; the first day always is one. Return *the number of
lows*.
''',
    constraints=('1 <= prices.length <= 10^5', '1 <= prices[i] <= 10^4'),
    examples=(Example({'prices': [8, 9, 5, 5, 2]}),),
    solution=CHEAP_DAYS.replace('days, lowest = 0, inf', 'days, lowest = (0, inf'),
    recorder=CHEAP_DAYS,
    entry='cheapDays',
    draw=draw_prices,
    fault='bracket left open in the solution',
    reason='unparsable-solution',
)


def draw_hops(rng):
    return rng.randint(1, 200), rng.randint(2, 12)


HOPS = '''\
class Solution:
    def hops(self, distance: int, reach: int) -> int:
        count = (distance + reach - 1) // reach
        return count
'''

PRINT_STATEMENT = Task(
    idx=900050,
    name='Hops of a Cricket',
    difficulty='Easy',
    algorithms=('Math',),
    statement='''
A cricket hops `reach` centimetres at most. Return *the smallest number of hops for* `distance` *centimetres*.
''',
    constraints=('1 <= distance, reach <= 10^9',),
    examples=(Example({'distance': 10, 'reach': 4}),),
    solution=HOPS.replace('        return count', '        print count\n        return count'),
    recorder=HOPS,
    entry='hops',
    draw=draw_hops,
    fault='Python 2 print statement in the solution',
    reason='unparsable-solution',
)


def draw_ages(rng):
    return ([rng.randint(0, 99) for _ in range(rng.randint(1, 9))],)


SUITE_AS_LIST = Task(
    idx=900020,
    name='Youngest Above the Mean',
    difficulty='Easy',
    algorithms=('Array', 'Math'),
    statement='''
Return *the smallest value in* `ages` *that is not below the mean of all ages*.
''',
    constraints=('1 <= ages.length <= 1000', '0 <= ages[i] <= 120'),
    examples=(Example({'ages': [10, 40, 31]}, 'The mean is 27.'),),
    solution='''\
class Solution:
    def youngest(self, ages: List[int]) -> int:
        return min(age for age in ages if age * len(ages) >= sum(ages))
''',
    entry='youngest',
    draw=draw_ages,
    replace={'test_case': ['assert solution.youngest([10, 40, 31]) == 31', 'assert solution.youngest([5]) == 5']},
    fault='test_case is a list',
    reason='unparsable-row',
)


def draw_cards(rng):
    return ([rng.randint(1, 13) for _ in range(rng.randint(1, 10))],)


SUITE_MISSING = Task(
    idx=900060,
    name='Cards Left in Hand',
    difficulty='Easy',
    algorithms=('Stack', 'Simulation'),
    statement='''
You pick up `cards` one by one. Whenever the card you pick up equals the last one you hold, both are laid down. Return *the
cards that you hold in the end*.
''',
    constraints=('1 <= cards.length <= 10^4', '1 <= cards[i] <= 13'),
    examples=(Example({'cards': [4, 7, 7, 4, 1]}),),
    solution='''\
class Solution:
    def hand(self, cards: List[int]) -> List[int]:
        held = []
        for card in cards:
            if held and held[-1] == card:
                held.pop()
            else:
                held.append(card)
        return held
''',
    entry='hand',
    draw=draw_cards,
    omit=('test_case',),
    fault='test_case is missing',
    reason='unparsable-row',
)

TASKS = (OPEN_BRACKET, PRINT_STATEMENT, SUITE_AS_LIST, SUITE_MISSING)
