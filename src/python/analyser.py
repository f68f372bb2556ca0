"""Answers questions about Python source: one JSON request a line on stdin, one JSON answer a line on stdout.

Run as `python3 -I -S -B analyser.py CPU_SECONDS MEMORY_BYTES`. It parses and compiles, and never executes, what it is
asked about. Source that is too much for the parser is answered as such; where it kills the process all the same, the
other side starts a new one.
"""
from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from analysis.extraction import extract  # noqa: E402
from analysis.sanitising import sanitise_text  # noqa: E402
from analysis.screening import screen  # noqa: E402
from analysis.source import NotFound, Unparsable  # noqa: E402
from analysis.starter import starter  # noqa: E402

QUESTIONS = {
    "screen": lambda request: screen(request["solution"], request["suite"]),
    "starter": lambda request: starter(request["solution"], request["entry"]),
    "extract": lambda request: extract(request["text"], request["entry"]),
    "sanitize": lambda request: sanitise_text(request["code"], request["entry"], request["firstWins"]),
}
# Deep nesting overflows the stack before Python counts it; the default of 8 MiB is short of what the parser may use.
STACK_BYTES = 64 << 20


class TookTooLong(BaseException):
    """Not an Exception: nothing on the way may take it for an error of its own."""


class Alarm:
    """CPU time that one answer may take: when it is used up, TookTooLong is raised where the answer is worked out. The
    kernel ends the process after twice as much, for a parser that never returns to Python."""

    def __init__(self, seconds: int):
        self.seconds = seconds
        self.armed = False
        signal.signal(signal.SIGPROF, self._ring)

    def __enter__(self) -> None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 2 * self.seconds + 1)
        self.armed = True
        # Again each second, for a first one that was swallowed (in a finaliser, exceptions are only printed).
        signal.setitimer(signal.ITIMER_PROF, self.seconds, 1)

    def __exit__(self, *_: object) -> None:
        self.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _ring(self, *_: object) -> None:
        if self.armed:
            self.armed = False
            raise TookTooLong


def answer(request: dict, alarm: Alarm) -> dict:
    try:
        with alarm:
            return {"result": QUESTIONS[request["ask"]](request)}
    except (Unparsable, NotFound) as error:
        return {"error": str(error)}
    except (RecursionError, MemoryError) as error:
        return {"error": f"nested too deeply or too large to analyse ({type(error).__name__})"}
    except TookTooLong:
        return {"error": "takes too long to analyse"}


def lower(limit: int, value: int) -> None:
    """Set the soft limit, as far as the hard one allows; not every system knows every limit."""
    _, hard = resource.getrlimit(limit)
    try:
        resource.setrlimit(limit, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
    except (ValueError, OSError):
        pass


def main() -> None:
    cpu_seconds, memory_bytes = int(sys.argv[1]), int(sys.argv[2])
    warnings.simplefilter("ignore")
    lower(resource.RLIMIT_AS, memory_bytes)
    lower(resource.RLIMIT_STACK, STACK_BYTES)
    lower(resource.RLIMIT_CORE, 0)
    # Trees hold no cycles, and looking for some among millions of nodes takes longer than parsing.
    gc.disable()
    gc.freeze()
    alarm = Alarm(cpu_seconds)
    output = sys.stdout.buffer
    output.write(b'{"ready":true}\n')
    output.flush()
    while line := sys.stdin.buffer.readline():
        request = json.loads(line)
        del line
        reply = {"id": request["id"], **answer(request, alarm)}
        output.write(json.dumps(reply).encode("ascii") + b"\n")
        output.flush()
        del request, reply
        gc.collect()


if __name__ == "__main__":
    main()
