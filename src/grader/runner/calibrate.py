"""How fast the core is right now, by a piece of work that is always the same.

Under other load, of this machine or of the host beneath it, a core computes at half its speed for tenths of a second
at a time: longer than many passes together, so that all of them agree on a wrong time. Passes measured beside a slow
calibration therefore do not count as settled.
"""
import time

ROUNDS = 3
STEPS = 2000
# A calibration up to this much above the best known one counts as undisturbed.
TOLERANCE = 1.12
# Looking for the best one where none is known yet.
SEARCH_S = 0.25


def _work():
    started = time.perf_counter_ns()
    total = 0
    for step in range(STEPS):
        total += step * step
    return time.perf_counter_ns() - started


def now():
    """Nanoseconds of the work, the best of a few rounds: the first ones find cold caches."""
    return min(_work() for _ in range(ROUNDS))


def search():
    """The best calibration of a while."""
    best = now()
    end = time.monotonic() + SEARCH_S
    while time.monotonic() < end:
        best = min(best, _work())
    return best
