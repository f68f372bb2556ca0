"""Dynamic programming; two of these suites take a noticeable time."""

from ..task import Example, Task


def draw_tolls(rng):
    return ([rng.randint(0, 50) for _ in range(rng.randint(1, 25))],)


STAIR_TOLLS = Task(
    idx=900021,
    name='Tolls on the Stairs',
    difficulty='Easy',
    algorithms=('Dynamic Programming', 'Array'),
    statement='''
Stair `i` of a tower costs `tolls[i]` to step on. You start below stair 0 and may climb one, two or three stairs at a
time; the goal is the platform just above the last stair, which is free.

Return *the least toll with which the platform can be reached*.
''',
    constraints=('1 <= tolls.length <= 1000', '0 <= tolls[i] <= 999'),
    examples=(
        Example({'tolls': [5, 1, 9, 9, 2]}, 'Step on the stairs 1 and 4.'),
        Example({'tolls': [4, 4]}, 'Three stairs at once reach the platform.'),
    ),
    solution='''\
class Solution:
    def climb(self, tolls: List[int]) -> int:
        costs = [0]
        for i, toll in enumerate(tolls):
            costs.append(toll + min(costs[max(0, i - 2):i + 1]))
        return min(costs[-3:])
''',
    entry='climb',
    draw=draw_tolls,
)


def draw_mosaic(rng):
    return rng.randint(1, 220), rng.randint(1, 6)


MOSAIC = Task(
    idx=900022,
    name='Mosaic Strips',
    difficulty='Medium',
    algorithms=('Dynamic Programming', 'Memoization', 'Math'),
    statement='''
A strip of `length` fields is laid out with grey tiles of one field and red tiles of **two up to** `longest` fields.
Two red tiles must never touch.

Return *the number of different strips, modulo* `10^9 + 7`.
''',
    constraints=('1 <= length <= 500', '1 <= longest <= 20'),
    examples=(
        Example({'length': 3, 'longest': 2}, 'grey-grey-grey, red-grey and grey-red.'),
        Example({'length': 4, 'longest': 1}, 'Red tiles are at least two fields long.'),
    ),
    solution='''\
class Solution:
    @functools.lru_cache(maxsize=None)
    def strips(self, length: int, longest: int) -> int:
        if length <= 0:
            return 1
        total = self.strips(length - 1, longest)
        for tile in range(2, longest + 1):
            if tile == length:
                total += 1
            elif tile < length:
                total += self.strips(length - tile - 1, longest)
        return total % (10 ** 9 + 7)
''',
    entry='strips',
    draw=draw_mosaic,
)


def draw_relics(rng):
    weights = [rng.randint(1, 60) for _ in range(rng.randint(4, 16))]
    return weights, [rng.randint(1, 500) for _ in weights], rng.randint(50, 400)


RELICS = Task(
    idx=900023,
    name='Relics for One Camel',
    difficulty='Medium',
    algorithms=('Dynamic Programming', 'Array'),
    statement='''
Relic `i` weighs `weights[i]` and is worth `values[i]`. Your camel carries `load` at most, and each relic can be taken
once. Return *the largest total value that the camel can carry*.
''',
    constraints=('1 <= weights.length == values.length <= 100', '1 <= weights[i] <= 1000', '1 <= load <= 10^4'),
    examples=(
        Example({'weights': [3, 4, 5], 'values': [30, 50, 60], 'load': 8}, 'The first and the last relic.'),
        Example({'weights': [9], 'values': [100], 'load': 8}),
    ),
    solution='''\
class Solution:
    def bestLoad(self, weights: List[int], values: List[int], load: int) -> int:
        best = [0] * (load + 1)
        for weight, value in zip(weights, values):
            for room in range(load, weight - 1, -1):
                with_relic = best[room - weight] + value
                if with_relic > best[room]:
                    best[room] = with_relic
        return best[load]
''',
    entry='bestLoad',
    draw=draw_relics,
)


def draw_threads(rng):
    return tuple(''.join(rng.choice('acgt') for _ in range(rng.randint(60, 110))) for _ in range(2))


COMMON_THREAD = Task(
    idx=900024,
    name='Longest Common Thread',
    difficulty='Medium',
    algorithms=('Dynamic Programming', 'String'),
    statement='''
Two weavers follow the patterns `left` and `right`. A **thread** is what remains of a pattern after deleting any letters;
the order of the others is kept.

Return *the length of the longest thread that both patterns have*.
''',
    constraints=('1 <= left.length, right.length <= 1000', 'Both consist of the letters a, c, g and t.'),
    examples=(Example({'left': 'gattaca', 'right': 'tagaca'}), Example({'left': 'aaa', 'right': 'ccc'})),
    solution='''\
class Solution:
    def commonThread(self, left: str, right: str) -> int:
        previous = [0] * (len(right) + 1)
        for a in left:
            current = [0]
            for j, b in enumerate(right):
                if a == b:
                    current.append(previous[j] + 1)
                else:
                    current.append(max(previous[j + 1], current[j]))
            previous = current
        return previous[-1]
''',
    entry='commonThread',
    draw=draw_threads,
)


def draw_coins(rng):
    return sorted(rng.sample(range(2, 30), rng.randint(1, 5))), rng.randint(0, 200)


COIN_SLOT = Task(
    idx=900025,
    name='The Patient Coin Slot',
    difficulty='Medium',
    algorithms=('Dynamic Programming', 'Combinatorics'),
    statement='''
A vending machine takes coins of the given `coins`, any number of each, and demands exactly `price`.

Return a list of two numbers: *the number of different multisets of coins that pay the price, and the smallest number of
coins that does*; the second is `-1` when the price cannot be paid.
''',
    constraints=('1 <= coins.length <= 20', '2 <= coins[i] <= 1000', 'All coins are distinct.', '0 <= price <= 5000'),
    examples=(
        Example({'coins': [2, 5], 'price': 10}, 'Five times 2 or twice 5.'),
        Example({'coins': [4], 'price': 6}),
    ),
    solution='''\
class Solution:
    def payments(self, coins: List[int], price: int) -> List[int]:
        ways = [1] + [0] * price
        fewest = [0] + [inf] * price
        for coin in coins:
            for amount in range(coin, price + 1):
                ways[amount] += ways[amount - coin]
                fewest[amount] = min(fewest[amount], fewest[amount - coin] + 1)
        return [ways[price], -1 if fewest[price] == inf else fewest[price]]
''',
    entry='payments',
    draw=draw_coins,
)

TASKS = (STAIR_TOLLS, MOSAIC, RELICS, COMMON_THREAD, COIN_SLOT)
