"""JSON through the interpreter's C parts alone: importing the json package costs each run two milliseconds."""
import _json

_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


class _Reading:
    """What the C scanner asks of a decoder."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = _CONSTANTS.__getitem__
    memo = {}


def _refuse(value):
    raise TypeError("a %s does not belong into a message" % type(value).__name__)


_scan = _json.make_scanner(_Reading)
_write = _json.make_encoder(
    None, _refuse, _json.encode_basestring_ascii, None, ":", ",", False, False, True)


def dumps(message):
    """Compact ASCII."""
    return "".join(_write(message, 0)).encode("ascii")


def loads(data):
    """ValueError or RecursionError for anything that is not one JSON text without white space around it."""
    text = data.decode("utf-8")
    try:
        value, end = _scan(text, 0)
    except StopIteration:
        raise ValueError("no value") from None
    except SystemError:
        # The scanner looks for the package's exception and, where that is not imported, fails without one.
        raise ValueError("malformed") from None
    if end != len(text):
        raise ValueError("more than one value")
    return value
