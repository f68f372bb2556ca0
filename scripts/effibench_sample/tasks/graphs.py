"""Graphs: shortest paths, spanning trees, orders and components."""

from ..task import Example, Task


def draw_detour(rng):
    n = rng.randint(2, 9)
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n)]
    roads = [[a, b, rng.randint(1, 40)] for a, b in rng.sample(pairs, rng.randint(1, min(len(pairs), 14)))]
    return n, roads, rng.randint(0, 2)


FREE_RIDES = Task(
    idx=900026,
    name='Cheapest Trip With Free Rides',
    difficulty='Hard',
    algorithms=('Graph', 'Shortest Path', 'Heap (Priority Queue)'),
    statement='''
Towns `0` to `n - 1` are joined by two-way roads; `roads[i] = [a, b, fee]` costs `fee` in either direction. You hold
`passes` passes, and each of them makes **one** road free.

Return *the least total fee of a trip from town 0 to town n - 1*, or `-1` when no trip exists.
''',
    constraints=('2 <= n <= 1000', '1 <= roads.length <= 5000', '1 <= fee <= 10^4', '0 <= passes <= 10'),
    examples=(
        Example({'n': 3, 'roads': [[0, 1, 7], [1, 2, 9], [0, 2, 20]], 'passes': 0}),
        Example({'n': 3, 'roads': [[0, 1, 7], [1, 2, 9]], 'passes': 1}, 'The pass is used on the dearer road.'),
        Example({'n': 3, 'roads': [[0, 1, 7]], 'passes': 2}),
    ),
    solution='''\
class Solution:
    def cheapestTrip(self, n: int, roads: List[List[int]], passes: int) -> int:
        near = defaultdict(list)
        for a, b, fee in roads:
            near[a].append((b, fee))
            near[b].append((a, fee))
        best = [[inf] * (passes + 1) for _ in range(n)]
        best[0][0] = 0
        heap = [(0, 0, 0)]
        while heap:
            paid, town, used = heappop(heap)
            if town == n - 1:
                return paid
            if paid > best[town][used]:
                continue
            for other, fee in near[town]:
                options = [(paid + fee, used)]
                if used < passes:
                    options.append((paid, used + 1))
                for total, spent in options:
                    if total < best[other][spent]:
                        best[other][spent] = total
                        heappush(heap, (total, other, spent))
        return -1
''',
    entry='cheapestTrip',
    draw=draw_detour,
)


def draw_moss(rng):
    rows, columns = rng.randint(1, 8), rng.randint(1, 8)
    return ([[rng.choice('##.') for _ in range(columns)] for _ in range(rows)],)


MOSS = Task(
    idx=900027,
    name='Islands of Moss',
    difficulty='Medium',
    algorithms=('Graph', 'Breadth-First Search', 'Matrix'),
    statement='''
On the flagstones of a yard, `'#'` marks moss and `'.'` bare stone. Stones that share an edge belong to the same island
when both carry moss.

Return a dictionary: *for every island size that occurs, the number of islands of that size*.
''',
    constraints=('1 <= yard.length, yard[0].length <= 200', "yard[r][c] is `'#'` or `'.'`."),
    examples=(
        Example({'yard': [['#', '.', '#'], ['#', '.', '.']]}, output='{1: 1, 2: 1}'),
        Example({'yard': [['.']]}, output='{}'),
    ),
    solution='''\
class Solution:
    def islandSizes(self, yard: List[List[str]]) -> Dict[int, int]:
        rows, columns = len(yard), len(yard[0])
        sizes = defaultdict(int)
        for r, c in product(range(rows), range(columns)):
            if yard[r][c] != "#":
                continue
            yard[r][c] = "."
            size, queue = 0, deque([(r, c)])
            while queue:
                i, j = queue.popleft()
                size += 1
                for x, y in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                    if 0 <= x < rows and 0 <= y < columns and yard[x][y] == "#":
                        yard[x][y] = "."
                        queue.append((x, y))
            sizes[size] += 1
        return dict(sizes)
''',
    entry='islandSizes',
    draw=draw_moss,
)


def draw_cables(rng):
    n = rng.randint(1, 10)
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n)]
    count = rng.randint(0, min(len(pairs), 16))
    return n, [[a, b, rng.randint(1, 30)] for a, b in rng.sample(pairs, count)]


CABLES = Task(
    idx=900028,
    name='Cables Between the Huts',
    difficulty='Hard',
    algorithms=('Union Find', 'Graph', 'Minimum Spanning Tree', 'Sorting'),
    statement='''
`n` huts are to be joined by cables. `cables[i] = [a, b, price]` is an offer for a cable between the huts `a` and `b`.

Return a tuple: *the least price with which as many huts as possible end up connected, and the number of separate groups of
huts that remain*.
''',
    constraints=('1 <= n <= 1000', '0 <= cables.length <= 10^4', '1 <= price <= 10^6'),
    examples=(
        Example({'n': 4, 'cables': [[0, 1, 5], [1, 2, 3], [0, 2, 4]]}, output='(7, 2)'),
        Example({'n': 1, 'cables': []}, output='(0, 1)'),
    ),
    solution='''\
class Solution:
    def connect(self, n: int, cables: List[List[int]]) -> Tuple[int, int]:
        parent = list(range(n))

        def find(hut):
            while parent[hut] != hut:
                parent[hut] = parent[parent[hut]]
                hut = parent[hut]
            return hut

        total, groups = 0, n
        for a, b, price in sorted(cables, key=itemgetter(2)):
            a, b = find(a), find(b)
            if a != b:
                parent[a] = b
                total += price
                groups -= 1
        return total, groups
''',
    entry='connect',
    draw=draw_cables,
)

TASKS = (FREE_RIDES, MOSS, CABLES)
