"""What bounds the judge itself: its own computing, its memory, and its life after the supervisor's."""
import contextlib
import os
import resource
import select

import _signal as signal  # the signal package makes enums of its numbers, which takes a millisecond

MEMORY_MIB = 2048
TICK_S = 0.5


@contextlib.contextmanager
def own_work(ended, seconds):
    """Within this block the judge may use so much CPU time itself; then `ended` is called, which raises, and again
    every so often in case the suite caught that. It ends loops of Python and `repr`, not a single long C call."""
    armed = True

    def on_signal(_number, _frame):
        if armed:
            ended()

    before = signal.signal(signal.SIGPROF, on_signal)
    signal.setitimer(signal.ITIMER_PROF, seconds, TICK_S)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_memory():
    """More than any suite needs beyond what it takes to hold it: what is decoded or printed must not take it all."""
    with open("/proc/self/statm", "rb") as statm:
        now = int(statm.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = now + (MEMORY_MIB << 20)
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def end_with(verdict_fd):
    """End this process when nobody reads the verdict any more: a suite that never ends, and whose supervisor was
    killed, would stay for ever where the sandbox does not die with its parent."""

    def on_signal(_number, _frame):
        if unread(verdict_fd):
            os._exit(1)

    signal.signal(signal.SIGALRM, on_signal)
    signal.setitimer(signal.ITIMER_REAL, TICK_S, TICK_S)


def unread(verdict_fd):
    poller = select.poll()
    poller.register(verdict_fd, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poller.poll(0))
