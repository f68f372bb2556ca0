"""A suite cut into pieces does what the whole file does: the same statements, in the same order, with the same
effects, the same first exception on the same line, the same count of asserts. Standard input: a JSON list of
suites. Standard output: a JSON list of {"pieces", "asserts", "difference"}."""
import ast
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../src/grader/runner"))

import suite


# A suite that walks to the end of a structure walks for ever when every name stands for anything.
ENOUGH = 5000


MOST_STEPS = 100_000


class Anything:
    """Stands for every name of a suite, and writes down what is done with it."""

    def __init__(self, log, name):
        object.__setattr__(self, "_log", log)
        object.__setattr__(self, "_name", name)

    def _did(self, what, *arguments):
        # Every such object is true and has a next one: loops over them end here.
        if len(self._log) > MOST_STEPS:
            raise RuntimeError("enough")
        if len(self._log) >= ENOUGH:
            raise RuntimeError("enough was seen")
        self._log.append("%s.%s(%s)" % (self._name, what, ", ".join(map(shown, arguments))))
        return Anything(self._log, "%d" % len(self._log))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._did("get", name)

    def __setattr__(self, name, value):
        self._did("set", name, value)

    def __call__(self, *args, **kwargs):
        return self._did("call", *args, *kwargs.items())

    def __getitem__(self, key):
        return self._did("item", key)

    def __setitem__(self, key, value):
        self._did("put", key, value)

    def __eq__(self, other):
        self._did("eq", other)
        return True

    __hash__ = object.__hash__

    def __lt__(self, other):
        self._did("lt", other)
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __iter__(self):
        self._did("iter")
        return iter([Anything(self._log, "x"), Anything(self._log, "y")])

    def __sub__(self, other):
        return self._did("sub", other)

    def __abs__(self):
        return 0


def shown(value):
    return value._name if type(value) is Anything else "%s:%.300s" % (type(value).__name__, plain(value))


def plain(value):
    """`repr` without the order of sets, which differs between two compilations of one constant."""
    if isinstance(value, (set, frozenset)):
        return "{%s}" % ",".join(sorted(map(plain, value)))
    if isinstance(value, dict):
        return "{%s}" % ",".join("%s:%s" % (plain(key), plain(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ",".join(map(plain, value[:50]))
    return repr(value)


class Names(dict):
    """A module's namespace in which every name exists."""

    def __init__(self, log):
        super().__init__(__name__="__main__", __builtins__=__builtins__, log=log.append)
        self.log = log

    def __missing__(self, name):
        if hasattr(__builtins__, name):
            raise KeyError(name)
        return Anything(self.log, name)


def outcome(steps, log, globals_):
    """Run code until the first exception: what was logged, and (type, line) of the exception."""
    for code in steps:
        try:
            exec(code, globals_)
        except Exception as error:
            line, step = None, error.__traceback__
            while step is not None:
                line = suite.line_of(step.tb_frame, step.tb_lineno) or line
                step = step.tb_next
            return log, (type(error).__name__, line)
    return log, None


def namespace(source, log):
    """Plain dicts make `exec` use the fast path, so names that are looked up are put there beforehand."""
    globals_ = {"__name__": "__main__", "log": log.append}
    names = Names(log)
    for name in suite.names(compile(source, suite.SUITE_FILE % 0, "exec", dont_inherit=True)):
        try:
            globals_.setdefault(name, names[name])
        except KeyError:
            pass
    return globals_


def check(source):
    try:
        whole = compile(source, suite.SUITE_FILE % 0, "exec", dont_inherit=True)
    except SyntaxError as error:
        try:
            suite.pieces(source)
        except SyntaxError as other:
            same = (error.msg, error.lineno) == (other.msg, other.lineno)
            return {"pieces": 0, "asserts": 0, "difference": None if same else "%s, not %s" % (other, error)}
        return {"pieces": 0, "asserts": 0, "difference": "accepted, although %s" % error}
    pieces = suite.pieces(source)
    asserts = sum(piece.is_assert for piece in pieces)
    one, other = [], []
    expected = outcome([whole], one, namespace(source, one))
    got = outcome([piece.code for piece in pieces], other, namespace(source, other))
    difference = None
    if expected != got:
        place = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
        difference = "%s; %s, not %s" % (one[place:place + 1] + other[place:place + 1], got[1], expected[1])
    elif asserts != sum(isinstance(statement, ast.Assert) for statement in ast.parse(source).body):
        difference = "counted %d asserts" % asserts
    return {"pieces": len(pieces), "asserts": asserts, "difference": difference}


if __name__ == "__main__":
    print(json.dumps([check(source) for source in json.load(sys.stdin)]))
