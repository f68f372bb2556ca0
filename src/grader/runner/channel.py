"""Length-prefixed messages between judge and player, with deadlines and size limits on the judge's side."""
import os
import select
import time

HEADER_BYTES = 4


class Closed(Exception):
    """The other side is gone."""


class TooLong(Exception):
    """The other side announced a message above the limit; nothing of it was read."""


class Late(Exception):
    """The deadline passed before the message was complete."""


def read_exactly(fd, count):
    """`count` bytes from a blocking descriptor, or Closed."""
    parts = []
    while count:
        part = os.read(fd, min(count, 1 << 20))
        if not part:
            raise Closed()
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def read_message(fd):
    """The blocking reader: the player's, and the judge's for its own supervisor."""
    return read_exactly(fd, int.from_bytes(read_exactly(fd, HEADER_BYTES), "big"))


def write_message(fd, data):
    write_all(fd, len(data).to_bytes(HEADER_BYTES, "big") + data)


class Line:
    """The judge's end. Never trusts a length, never waits past `clock.expired()`."""

    def __init__(self, fd, patience):
        os.set_blocking(fd, False)
        self.fd = fd
        self.patience = patience
        self.poll = select.poll()

    def _wait(self, events):
        self.poll.register(self.fd, events)
        while True:
            ready = self.poll.poll(self.patience.tick_ms())
            self.patience.check()
            if ready:
                return

    def send(self, data):
        self._send(len(data).to_bytes(HEADER_BYTES, "big") + data)

    def signal(self, byte):
        """One bare byte: the start and stop marks of a timed region."""
        self._send(byte)

    def _send(self, data):
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self.fd, view):]
            except BlockingIOError:
                self._wait(select.POLLOUT)
            except (BrokenPipeError, ConnectionResetError):
                raise Closed() from None

    def take(self, count):
        """Exactly `count` bytes."""
        parts = []
        while count:
            try:
                part = os.read(self.fd, min(count, 1 << 20))
            except BlockingIOError:
                self._wait(select.POLLIN)
                continue
            except ConnectionResetError:
                raise Closed() from None
            if not part:
                raise Closed()
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def receive(self, limit):
        length = int.from_bytes(self.take(HEADER_BYTES), "big")
        if length > limit:
            raise TooLong()
        return self.take(length)


class Patience:
    """How long the judge waits for one pass of the player.

    Wall time, but not the time in which the player was runnable and something outside the sandbox had the core:
    a busy machine must not turn a good program into a timeout. `watch` looks at the whole process tree from time
    to time and raises when it must die.
    """

    TICK_S = 0.05
    MAX_STRETCH = 4

    def __init__(self, limit_s, starved_s, watch):
        self.limit_s = limit_s
        self.starved_s = starved_s
        self.watch = watch
        self.started = time.monotonic()
        self.next_watch = self.started + self.TICK_S

    def tick_ms(self):
        return int(self.TICK_S * 1000)

    def check(self):
        now = time.monotonic()
        if now < self.next_watch:
            return
        self.next_watch = now + self.TICK_S
        self.watch()
        spent = now - self.started
        if spent <= self.limit_s:
            return
        if spent - self.starved_s() > self.limit_s or spent > self.MAX_STRETCH * self.limit_s:
            raise Late()
