"""Simulations and results of less usual types."""

from ..task import Example, Task


def draw_rover(rng):
    return ''.join(rng.choice('FFFLRB') for _ in range(rng.randint(0, 30))), rng.randint(1, 6)


ROVER = Task(
    idx=900056,
    name='Rover Inside a Fence',
    difficulty='Easy',
    algorithms=('Simulation', 'String'),
    statement='''
A rover stands at `(0, 0)` and looks north. `F` drives one unit ahead, `B` one unit back, `L` and `R` turn by 90 degrees on
the spot. A move that would bring a coordinate beyond `fence` or below `-fence` is skipped.

Return a tuple: *the final x, the final y, and the direction as one of* `'N'`, `'E'`, `'S'`, `'W'`.
''',
    constraints=('0 <= commands.length <= 10^4', '1 <= fence <= 1000'),
    examples=(
        Example({'commands': 'FFRFB', 'fence': 1}, 'The second F hits the fence.', output="(0, 1, 'E')"),
        Example({'commands': '', 'fence': 5}, output="(0, 0, 'N')"),
    ),
    solution='''\
class Solution:
    def drive(self, commands: str, fence: int) -> Tuple[int, int, str]:
        x, y, facing = 0, 0, 0
        for command in commands:
            if command == "L":
                facing = (facing - 1) % 4
            elif command == "R":
                facing = (facing + 1) % 4
            else:
                dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[facing]
                sign = 1 if command == "F" else -1
                if max(abs(x + sign * dx), abs(y + sign * dy)) <= fence:
                    x, y = x + sign * dx, y + sign * dy
        return x, y, "NESW"[facing]
''',
    entry='drive',
    draw=draw_rover,
)


def draw_queue(rng):
    return list(range(1, rng.randint(2, 12))), rng.randint(0, 60)


BAKERY = Task(
    idx=900057,
    name='The Bakery Queue',
    difficulty='Easy',
    algorithms=('Queue', 'Simulation'),
    statement='''
People with the numbers in `queue` wait at a bakery. In every round the first one buys a roll: whoever has an **even**
number goes to the end of the queue, whoever has an odd one leaves for good after the second roll and goes to the end after
the first.

Return *the queue after* `rounds` *rounds as a* `deque`. Rounds with an empty queue change nothing.
''',
    constraints=('1 <= queue.length <= 1000', '0 <= rounds <= 10^5', 'All numbers are distinct.'),
    examples=(
        Example({'queue': [1, 2, 3], 'rounds': 4}, output='deque([2, 3])', note='Number 1 has left after its second roll.'),
    ),
    solution='''\
class Solution:
    def serve(self, queue: List[int], rounds: int) -> Deque[int]:
        line = deque(queue)
        rolls = Counter()
        while rounds and line:
            rounds -= 1
            person = line.popleft()
            rolls[person] += 1
            if person % 2 == 0 or rolls[person] < 2:
                line.append(person)
        return line
''',
    entry='serve',
    draw=draw_queue,
)


def draw_teams(rng):
    names = rng.sample(['ada', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus', 'hal'], rng.randint(1, 8))
    return ({name: rng.randint(1, 4) for name in names},)


TEAMS = Task(
    idx=900058,
    name='Teams by Tent',
    difficulty='Easy',
    algorithms=('Hash Table', 'Set'),
    statement='''
`tents` maps the name of each camper to the number of a tent. Return a dictionary: *for every tent in use, the* `frozenset`
*of the campers in it*.
''',
    constraints=('1 <= tents.length <= 1000',),
    examples=(
        Example(
            shown='tents = {"ada": 2, "bo": 1, "cy": 2}',
            output='{2: frozenset({"ada", "cy"}), 1: frozenset({"bo"})}',
            check="assert solution.teams({'ada': 2, 'bo': 1}) == {2: frozenset({'ada'}), 1: frozenset({'bo'})}",
        ),
    ),
    solution='''\
class Solution:
    def teams(self, tents: Dict[str, int]) -> Dict[int, FrozenSet[str]]:
        groups = {}
        for name, tent in tents.items():
            groups.setdefault(tent, set()).add(name)
        return {tent: frozenset(names) for tent, names in groups.items()}
''',
    entry='teams',
    draw=draw_teams,
)


def draw_tides(rng):
    return ([[rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59)] for _ in range(rng.randint(1, 6))],)


TIDES = Task(
    idx=900059,
    name='Minutes Between Tides',
    difficulty='Easy',
    algorithms=('Math', 'Sorting', 'Binary Search'),
    statement='''
A harbour master noted tides of **February 2023** as `[day, hour, minute]`, in any order. Return *the minutes between each
tide and the next one in time*, in order of time; for a single tide an empty list.
''',
    constraints=('1 <= tides.length <= 1000', '1 <= day <= 28', '0 <= hour <= 23', '0 <= minute <= 59'),
    examples=(Example({'tides': [[2, 0, 10], [1, 23, 50]]}), Example({'tides': [[9, 9, 9]]})),
    solution='''\
class Solution:
    def between(self, tides: List[List[int]]) -> List[int]:
        moments = []
        for day, hour, minute in tides:
            bisect.insort(moments, datetime.datetime(2023, 2, day, hour, minute))
        earlier = copy.copy(moments)
        return [int((b - a).total_seconds()) // 60 for a, b in zip(earlier, moments[1:])]
''',
    entry='between',
    draw=draw_tides,
    omit=('algorithms',),
)


def draw_wells(rng):
    return [rng.randint(0, 100) for _ in range(rng.randint(0, 5))], rng.choice([None, 0, 50])


WELLS = Task(
    idx=900061,
    name='Distance to the Nearest Well',
    difficulty='Easy',
    algorithms=('Array', 'Math'),
    statement='''
Wells lie along a straight road at the mileposts `wells`. Return *the distance from the milepost* `camp` *to the nearest
well as a float*; infinity when there is no well, and `None` when `camp` is `None`.
''',
    constraints=('0 <= wells.length <= 1000', '0 <= wells[i] <= 10^6'),
    examples=(Example({'wells': [3, 9], 'camp': 5}), Example({'wells': [], 'camp': 5}), Example({'wells': [1], 'camp': None})),
    solution='''\
class Solution:
    def nearest(self, wells: List[int], camp: Optional[int]) -> Optional[float]:
        if camp is None:
            return None
        return min((abs(well - camp) / 1 for well in wells), default=inf)
''',
    entry='nearest',
    draw=draw_wells,
    omit=('small_test_cases', 'difficulty', 'algorithms'),
)

TASKS = (ROVER, BAKERY, TEAMS, TIDES, WELLS)
