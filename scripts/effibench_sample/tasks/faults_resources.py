"""Rows that ask for too much memory or answer too much, and rows whose answers differ in every process."""

from ..task import Example, Task


def draw_seats(rng):
    return (rng.sample(range(1, 14), rng.randint(1, 12)),)


def far_seat(recording):
    lines = recording.standard(99)
    return '\n'.join(lines[:25] + ['assert solution.freeSeat([1, 2, 1000000000]) == 3'] + lines[25:])


HUGE_TABLE = Task(
    idx=900073,
    name='First Free Seat Number',
    difficulty='Medium',
    algorithms=('Array', 'Hash Table'),
    statement='''
Seats are numbered from 1. Given the numbers of all `taken` seats, return *the smallest number that is free*.
''',
    constraints=('1 <= taken.length <= 10^5', '1 <= taken[i] <= 10^9'),
    examples=(Example({'taken': [2, 1, 4]}),),
    solution='''\
class Solution:
    def freeSeat(self, taken: List[int]) -> int:
        used = [False] * (max(taken) + 2)
        for seat in taken:
            used[seat] = True
        return used.index(False, 1)
''',
    entry='freeSeat',
    draw=draw_seats,
    suite=far_seat,
    fault='a table of 8 GB in a later call',
    reason='memory-limit',
)


def draw_layers(rng):
    return (rng.randint(1, 9),)


LAYERS = '''\
class Solution:
    def ink(self, layers: int) -> int:
        return layers << 8
'''

HOARDER = Task(
    idx=900074,
    name='Ink for a Layered Print',
    difficulty='Easy',
    algorithms=('Math', 'Simulation'),
    statement='''
Each of the `layers` of a print takes 256 drops of ink. Return *the number of drops*.
''',
    constraints=('1 <= layers <= 1000',),
    examples=(Example({'layers': 2}),),
    solution='''\
class Solution:
    def ink(self, layers: int) -> int:
        plates = []
        while len(plates) < layers << 8:
            plates.append(bytes(1 << 28))
        return len(plates)
''',
    recorder=LAYERS,
    entry='ink',
    draw=draw_layers,
    fault='allocates 256 MiB blocks until the address space ends',
    reason='memory-limit',
)


def draw_streamer(rng):
    return ''.join(rng.choice('rgbw') for _ in range(rng.randint(1, 6))), rng.randint(1, 30)


def long_streamer(recording):
    lines = [f'assert len({recording.call(*args)}) == {len(args[0]) * args[1]}' for args in _streamers(recording)]
    return '\n'.join(lines[:50] + ["assert len(solution.streamer('rg', 41943040)) == 83886080"] + lines[50:])


def _streamers(recording):
    return [recording.draw(recording.rng) for _ in range(99)]


STREAMER = Task(
    idx=900075,
    name='Paper Streamer',
    difficulty='Easy',
    algorithms=('String',),
    statement='''
A paper streamer repeats the colours of `pattern` for `times` times. Return *the whole streamer as a string*.
''',
    constraints=('1 <= pattern.length <= 10', '1 <= times <= 10^8'),
    examples=(Example({'pattern': 'rgb', 'times': 2}),),
    solution='''\
class Solution:
    def streamer(self, pattern: str, times: int) -> str:
        return pattern * times
''',
    entry='streamer',
    draw=draw_streamer,
    suite=long_streamer,
    fault='one call returns a string of 80 MiB',
    reason='output-limit',
)


def draw_laps(rng):
    return (rng.randint(1, 50),)


def never_negative(recording):
    return '\n'.join(f'assert {recording.call(*recording.draw(recording.rng))} >= 0' for _ in range(100))


CLOCK_READER = Task(
    idx=900076,
    name='Nanoseconds for the Laps',
    difficulty='Easy',
    algorithms=('Simulation',),
    statement='''
Run `laps` laps of an empty course against the clock. Return *a reading of the clock in nanoseconds after the last lap*; it
must never be negative.
''',
    constraints=('1 <= laps <= 100',),
    examples=(Example(shown='laps = 3', output='81402', check='assert solution.clock(3) >= 0'),),
    solution='''\
import time


class Solution:
    def clock(self, laps: int) -> int:
        reading = 0
        for _ in range(laps):
            reading = time.perf_counter_ns()
        return reading
''',
    entry='clock',
    draw=draw_laps,
    suite=never_negative,
    fault='returns a clock reading: passes, and differs in every process',
    reason='flaky',
)


def draw_locks(rng):
    return (rng.randint(8, 24),)


def right_length(recording):
    return '\n'.join('assert len({}) == {}'.format(recording.call(n), n) for (n,) in _locks(recording))


def _locks(recording):
    return [recording.draw(recording.rng) for _ in range(100)]


LOCK_CODE = Task(
    idx=900077,
    name='A Fresh Lock Code',
    difficulty='Easy',
    algorithms=('Randomized', 'String'),
    statement='''
Return *a code of* `digits` *digits that nobody can guess*.
''',
    constraints=('8 <= digits <= 24',),
    examples=(Example(shown='digits = 8', output='"40718263"', check='assert len(solution.code(8)) == 8'),),
    solution='''\
import os


class Solution:
    def code(self, digits: int) -> str:
        return "".join(str(byte % 10) for byte in os.urandom(digits))
''',
    entry='code',
    draw=draw_locks,
    suite=right_length,
    fault='returns random digits of the system: passes, and differs in every process',
    reason='flaky',
)

TASKS = (HUGE_TABLE, HOARDER, STREAMER, CLOCK_READER, LOCK_CODE)
