"""Graphs again: dependency orders, bridges and moves on a board."""

from ..task import Example, Task


def draw_recipe(rng):
    n = rng.randint(1, 9)
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    keen = [(a, b) for a, b in pairs if a < b or rng.random() < 0.04]
    rng.shuffle(keen)
    return n, [list(pair) for pair in keen[: rng.randint(0, 10)]]


RECIPE = Task(
    idx=900029,
    name='Order of a Recipe',
    difficulty='Medium',
    algorithms=('Graph', 'Topological Sort', 'Heap (Priority Queue)'),
    statement='''
A recipe has the steps `0` to `n - 1`. `before[i] = [a, b]` says that step `a` must be done before step `b`.

Return *the order of all steps that obeys every rule and is lexicographically smallest*, or an empty list when the rules
contradict each other.
''',
    constraints=('1 <= n <= 10^4', '0 <= before.length <= 10^5', '0 <= a, b < n', 'a != b'),
    examples=(
        Example({'n': 4, 'before': [[3, 0], [1, 2]]}, 'Step 1 is the smallest that may come first.'),
        Example({'n': 2, 'before': [[0, 1], [1, 0]]}),
    ),
    solution='''\
class Solution:
    def cookingOrder(self, n: int, before: List[List[int]]) -> List[int]:
        after = [[] for _ in range(n)]
        waiting = [0] * n
        for a, b in before:
            after[a].append(b)
            waiting[b] += 1
        ready = [step for step in range(n) if waiting[step] == 0]
        heapq.heapify(ready)
        order = []
        while ready:
            step = heapq.heappop(ready)
            order.append(step)
            for later in after[step]:
                waiting[later] -= 1
                if waiting[later] == 0:
                    heapq.heappush(ready, later)
        return order if len(order) == n else []
''',
    entry='cookingOrder',
    draw=draw_recipe,
)


def draw_bridges(rng):
    n = rng.randint(2, 9)
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n)]
    return n, [list(pair) for pair in rng.sample(pairs, rng.randint(1, min(len(pairs), 11)))]


WEAK_LINKS = Task(
    idx=900031,
    name='Weak Links of the Network',
    difficulty='Hard',
    algorithms=('Graph', 'Depth-First Search'),
    statement='''
A network of `n` stations has two-way `links`. A link is **weak** when its failure alone would separate two stations that
can reach each other now.

Return *the set of weak links as tuples* `(a, b)` with `a < b`.
''',
    constraints=('2 <= n <= 500', '1 <= links.length <= n * (n - 1) / 2', 'No link is listed twice.'),
    examples=(
        Example({'n': 4, 'links': [[0, 1], [1, 2], [2, 0], [2, 3]]}, output='{(2, 3)}'),
        Example({'n': 3, 'links': [[0, 1], [1, 2], [0, 2]]}, output='set()'),
    ),
    solution='''\
class Solution:
    def __init__(self):
        self.clock = 0

    def visit(self, station, parent, near, seen, weak):
        self.clock += 1
        seen[station] = low = self.clock
        for other in near[station]:
            if other == parent:
                continue
            if other in seen:
                low = min(low, seen[other])
                continue
            reached = self.visit(other, station, near, seen, weak)
            if reached > seen[station]:
                weak.add((min(station, other), max(station, other)))
            low = min(low, reached)
        return low

    def weakLinks(self, n: int, links: List[List[int]]) -> Set[Tuple[int, int]]:
        near = [[] for _ in range(n)]
        for a, b in links:
            near[a].append(b)
            near[b].append(a)
        seen, weak = {}, set()
        for station in range(n):
            if station not in seen:
                self.visit(station, -1, near, seen, weak)
        return weak
''',
    entry='weakLinks',
    draw=draw_bridges,
)


def draw_knight(rng):
    n = rng.randint(3, 24)
    return n, [rng.randrange(n), rng.randrange(n)], [rng.randrange(n), rng.randrange(n)]


LAME_KNIGHT = Task(
    idx=900032,
    name='The Long-Legged Knight',
    difficulty='Medium',
    algorithms=('Breadth-First Search', 'Matrix', 'Graph'),
    statement='''
A fairy chess piece on an `n` by `n` board leaps **three** squares along one axis and **one** along the other.

Return *the smallest number of leaps from* `start` *to* `goal`, or `-1` when it cannot get there.
''',
    constraints=('3 <= n <= 60', '0 <= start[i], goal[i] < n'),
    examples=(
        Example({'n': 8, 'start': [0, 0], 'goal': [2, 4]}, 'For instance by way of the square [3,1].'),
        Example({'n': 3, 'start': [0, 0], 'goal': [1, 1]}),
    ),
    solution='''\
class Solution:
    def leaps(self, n: int, start: List[int], goal: List[int]) -> int:
        steps = [(a * x, b * y) for x, y in ((3, 1), (1, 3)) for a in (1, -1) for b in (1, -1)]
        frontier, seen, count = {tuple(start)}, {tuple(start)}, 0
        while frontier:
            if tuple(goal) in frontier:
                return count
            reached = {(r + dr, c + dc) for r, c in frontier for dr, dc in steps}
            frontier = {(r, c) for r, c in reached if 0 <= r < n and 0 <= c < n} - seen
            seen |= frontier
            count += 1
        return -1
''',
    entry='leaps',
    draw=draw_knight,
)

TASKS = (RECIPE, WEAK_LINKS, LAME_KNIGHT)
