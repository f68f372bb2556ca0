"""Random values of every kind that the codec carries, shared and cyclic ones too, and how to tell two apart."""
import collections

import codec


class ListNode:
    def __init__(self, val=0, next=None):
        self.val, self.next = val, next


class Slotted:
    __slots__ = ("val", "__own")

    def __init__(self):
        self.val = self.__own = None


CLASSES = {"ListNode": ListNode, "Slotted": Slotted}
LABELS = {cls: name for name, cls in CLASSES.items()}
FLOATS = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 5e-324, 1.7976931348623157e308, 0.1]
TEXTS = ["", "a", "é", "\ud800", "\udfff\ud800", "\0", "\u2028", "\U0001f600", "x" * 300]
SEQUENCES = ["list", "tuple", "set", "frozenset", "deque"]
MAPPINGS = ["dict", "Counter", "OrderedDict", "defaultdict"]


def leaf(rng):
    return rng.choice([
        lambda: None, lambda: True, lambda: False, lambda: rng.randrange(-5, 5),
        lambda: rng.choice([-1, 1]) * ((1 << rng.choice([31, 62, 63, 64, 200, 20000])) + rng.randrange(-2, 3)),
        lambda: rng.choice(FLOATS), lambda: rng.uniform(-1e9, 1e9), lambda: rng.choice(TEXTS),
        lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(4))), lambda: complex(rng.choice(FLOATS), 1.5),
        lambda: range(rng.randrange(-9, 9), rng.choice([7, 1 << 70]), rng.choice([1, -3])), lambda: Ellipsis,
        lambda: NotImplemented, lambda: rng.choice([len, int, ValueError]),
    ])()


def hashable(rng, depth):
    if depth and rng.random() < 0.3:
        parts = [hashable(rng, depth - 1) for _ in range(rng.randrange(4))]
        return rng.choice([tuple, frozenset])(parts)
    return leaf(rng)


def value(rng, depth, seen):
    """A random value; `seen` holds containers made so far, finished or not: they are shared and closed to cycles."""
    if seen and rng.random() < 0.15:
        return rng.choice(seen)
    if not depth or rng.random() < 0.3:
        return leaf(rng)
    count = rng.randrange(5)
    kind = rng.choice(SEQUENCES + MAPPINGS + ["bytearray", "ListNode", "Slotted", "leaves"])
    if kind in ("set", "frozenset"):
        return remembered(seen, (set if kind == "set" else frozenset)(hashable(rng, 2) for _ in range(count)))
    if kind == "bytearray":
        return remembered(seen, bytearray(b"ab" * count))
    if kind == "leaves":
        return remembered(seen, [rng.randrange(1000) for _ in range(rng.randrange(50))])
    if kind == "tuple":
        return remembered(seen, tuple(value(rng, depth - 1, seen) for _ in range(count)))
    if kind in MAPPINGS:
        made = remembered(seen, collections.defaultdict(rng.choice([None, list, int])) if kind == "defaultdict" else {
            "dict": dict, "Counter": collections.Counter, "OrderedDict": collections.OrderedDict}[kind]())
        for _ in range(count):
            made[hashable(rng, 2)] = value(rng, depth - 1, seen)
        if kind == "OrderedDict" and made and rng.random() < 0.5:
            made.move_to_end(next(iter(made)))
        return made
    if kind == "deque":
        made = remembered(seen, collections.deque((), rng.choice([None, 3])))
    else:
        made = remembered(seen, [] if kind == "list" else CLASSES[kind]())
    if kind in CLASSES:
        made.val = value(rng, depth - 1, seen)
        if kind == "ListNode":
            made.next = value(rng, depth - 1, seen)
        return made
    for _ in range(count):
        made.append(value(rng, depth - 1, seen))
    return made


def remembered(seen, made):
    seen.append(made)
    return made


def difference(one, other):
    """Where two values differ, in type, in content, in order, or in what they share; None when nowhere."""
    pairs, back, done = {}, {}, set()
    stack = [(one, other)]
    while stack:
        a, b = stack.pop()
        if type(a) is not type(b):
            return "%r is not %r" % (type(a), type(b))
        if type(a) in codec.LEAVES or type(a) in (bytes, range, type(len), type, type(Ellipsis), type(NotImplemented)):
            if type(a) is float:
                a, b = a.hex(), b.hex()
            if a != b:
                return "%.80r != %.80r" % (a, b)
            continue
        if type(a) is complex:
            stack += [(a.real, b.real), (a.imag, b.imag)]
            continue
        if type(a) not in (tuple, frozenset) or len(a):  # Python has one empty tuple only
            if pairs.setdefault(id(a), b) is not b or back.setdefault(id(b), a) is not a:
                return "shared otherwise: %r" % type(a)
        if id(a) in done:
            continue
        done.add(id(a))
        if type(a) in (set, frozenset):
            if canonical(a) != canonical(b):
                return "%.80r != %.80r" % (a, b)
        elif type(a) is bytearray:
            stack.append((bytes(a), bytes(b)))
        elif isinstance(a, dict):
            if getattr(a, "default_factory", None) is not getattr(b, "default_factory", None):
                return "factory"
            if len(a) != len(b):
                return "length"
            for (ka, va), (kb, vb) in zip(a.items(), b.items()):
                if canonical(ka) != canonical(kb):
                    return "key %.80r is not %.80r" % (ka, kb)
                stack.append((va, vb))
        elif type(a) in LABELS:
            for (ka, va), (kb, vb) in zip(codec.attributes(a), codec.attributes(b)):
                stack += [(ka, kb), (va, vb)]
        else:
            if len(a) != len(b) or getattr(a, "maxlen", None) != getattr(b, "maxlen", None):
                return "length"
            stack += zip(a, b)
    return None


def canonical(key):
    """A key as text that tells types apart."""
    if type(key) in (tuple, set, frozenset):
        parts = [canonical(part) for part in key]
        return "%s[%s]" % (type(key).__name__, ",".join(parts if type(key) is tuple else sorted(parts)))
    if type(key) is int:
        return "int:%x" % key
    return "%s:%r" % (type(key).__name__, key if type(key) is not range else [hex(x) for x in (key.start, key.stop, key.step)])
