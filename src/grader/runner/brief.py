"""A value in a few words, whatever it is: `repr` of a value that shares its parts can be longer than memory."""
import collections

_BRACKETS = {list: "[]", tuple: "()", set: "{}"}
_MAPPINGS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)
_LONG = (frozenset, collections.deque, type({}.keys()), type({}.values()), type({}.items()))
_DEPTH = 6


def brief(value, limit=120):
    """The beginning of `repr(value)`, roughly, in at most `limit` characters."""
    out = _Room(limit)
    _write(value, out, _DEPTH)
    return out.text()


def message_of(error):
    """An exception's message; its arguments in brief where Python cannot or should not write them out."""
    arguments = error.args if type(error.args) is tuple else ()
    if all(type(x) in (str, bool, float, type(None)) or type(x) is int and _short(x) for x in arguments):
        try:
            return str(error)
        except Exception:
            pass
    return ", ".join(brief(x) for x in arguments[:4])


def _short(number):
    """Python refuses to write out an int of more than 4300 digits."""
    return number.bit_length() <= 4096


class _Room:
    def __init__(self, limit):
        self.parts = []
        self.left = limit

    def add(self, text):
        self.parts.append(text[:max(0, self.left)])
        self.left -= len(text)
        return self.left > 0

    def text(self):
        text = "".join(self.parts)
        return text if self.left >= 0 else text[:-1] + "…"


def _write(value, out, depth):
    """False when there is no room left."""
    kind = type(value)
    if kind in _BRACKETS or kind in _MAPPINGS:
        opening, closing = _BRACKETS.get(kind, "{}")
        if not depth:
            return out.add(opening + "…" + closing)
        if kind in _MAPPINGS and kind is not dict:
            out.add(kind.__name__)
        if not out.add(opening):
            return False
        for position, item in enumerate(value):
            if position and not out.add(", "):
                return False
            if not _write(item, out, depth - 1):
                return False
            if kind in _MAPPINGS and not (out.add(": ") and _write(value[item], out, depth - 1)):
                return False
        return out.add(",)" if kind is tuple and len(value) == 1 else closing)
    return out.add(_leaf(value, kind, out.left))


def _leaf(value, kind, room):
    if kind in (str, bytes):
        return repr(value[:room + 1])
    if kind is int and not _short(value):
        return "<int of %d bits>" % value.bit_length()
    plain = kind in (float, bool, complex, range, type(None))
    if not plain and (kind in _LONG or hasattr(value, "__dict__") and kind.__module__ == "__main__"):
        return "<%s>" % kind.__name__
    try:
        return repr(value)
    except Exception:
        return "<%s>" % kind.__name__
