"""What the suite sees of the submission: names whose use is a call in the player."""
import builtins
import types

import codec


class CannotCross(Exception):
    """The suite hands the submission a value that the harness has no way to pass on. Ours, not the row's."""


class Ended(BaseException):
    """The pass is over in a way that the suite must not catch: a limit, a crash, a forged message."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Remote:
    """An object of the submission. It equals nothing, itself included: only values that were copied can be
    compared, so no `__eq__` of the submission ever decides anything. It has a hash so that a result may hold it as
    a key."""

    __slots__ = ("_session", "_handle", "_label")

    def __init__(self, session, handle, label):
        object.__setattr__(self, "_session", session)
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_label", label)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        session = self._session
        if session.is_method(self._handle, name):
            return Method(session, self._handle, name)
        return session.perform("get", self._handle, name, (), {})

    def __setattr__(self, name, value):
        self._session.perform("set", self._handle, name, (value,), {})

    def __call__(self, *args, **kwargs):
        if self._handle.startswith("="):
            return self._session.perform("new", None, self._handle[1:], args, kwargs)
        return self._session.perform("call", self._handle, "__call__", args, kwargs)

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    __hash__ = object.__hash__

    def __repr__(self):
        return "<%s of the submission>" % self._label


class Method:
    __slots__ = ("_session", "_handle", "_name")

    def __init__(self, session, handle, name):
        self._session = session
        self._handle = handle
        self._name = name

    def __call__(self, *args, **kwargs):
        return self._session.perform("call", self._handle, self._name, args, kwargs)


class Function:
    __slots__ = ("_session", "_name")

    def __init__(self, session, name):
        self._session = session
        self._name = name

    def __call__(self, *args, **kwargs):
        return self._session.perform("function", None, self._name, args, kwargs)


def bind(session, name, info):
    """The suite's stand-in for a module-level name of the submission, or None for what must not cross."""
    kind = info.get("kind")
    if kind == "class":
        return Remote(session, "=" + name, name)
    if kind == "function":
        return Function(session, name)
    if kind == "value":
        return codec.Decoder(info["nodes"], session.classes, session.foreign).value(info["value"])
    return None


def passable(obj):
    """Payload for something the suite passes that is no plain value: the submission's own object by handle, a
    function of the suite by its code."""
    if type(obj) is Remote:
        return {"handle": obj._handle}
    if type(obj) is Function:
        return {"handle": "=" + obj._name}
    if type(obj) is types.FunctionType and obj.__closure__ is None:
        import marshal

        defaults = list(obj.__defaults__ or ())
        if all(type(value) in codec.LEAVES for value in defaults) and not obj.__kwdefaults__:
            return {"code": marshal.dumps(obj.__code__).hex(), "name": obj.__name__, "defaults": defaults}
    raise CannotCross("a %s cannot be passed to the submission" % type(obj).__name__)


# They cannot be made without the exceptions in them.
_GROUPS = tuple(filter(None, (getattr(builtins, name, None) for name in ("BaseExceptionGroup", "ExceptionGroup"))))


def exception(info):
    """The submission's exception, raised in the suite as the nearest built-in type, so that `except ValueError`
    in a suite works. `info` is untrusted."""
    base = getattr(builtins, info["base"], None)
    if not (isinstance(base, type) and issubclass(base, BaseException)) or base in _GROUPS:
        base = Exception
    error = base.__new__(base)
    error.args = (info["message"],)
    error.remote = info
    return error
