"""The untrusted side. The template forks one process per pass; only those ever hold a submission."""
import functools
import gc
import os
import sys
import time
import types

import _socket

import channel
import codec
import confine

SOLUTION_FILE = "<solution>"
READY = b"+"
MESSAGE_LIMIT = 500


def template(control, setup, module):
    """Fork a player for each descriptor that the judge sends, tell its pid, then how it ended.

    This process never runs a submission. What one pass learns, caches or maps is gone with its process.
    """
    gc.freeze()
    while True:
        data, ancillary, _, _ = control.recvmsg(1, _socket.CMSG_SPACE(4))
        if not data:
            os._exit(0)
        fd = int.from_bytes(ancillary[0][2][:4], sys.byteorder)
        pid = os.fork()
        if pid == 0:
            control.close()
            try:
                play(fd, setup, module)
            except BaseException as error:
                # Before the submission is loaded only the harness can fail, and must say so; what a submission
                # does to the harness around it afterwards is its own affair.
                tell_failure(fd, error)
            finally:
                os._exit(0)
        os.close(fd)
        channel.write_message(control.fileno(), codec.dumps({"pid": pid}))
        _, status, usage = os.wait4(pid, 0)
        channel.write_message(control.fileno(), codec.dumps({
            "status": status,
            "cpuNs": int((usage.ru_utime + usage.ru_stime) * 1e9),
            "peakKb": usage.ru_maxrss,
        }))


def play(fd, setup, module):
    """One pass: load the submission, then answer the judge until it hangs up."""
    if setup["contained"]:
        os.chdir("/tmp")
    else:
        os.setsid()
    confine.limit(setup["limits"])
    confine.forbid_calls()
    channel.write_all(fd, READY)
    sys.modules["__main__"] = module
    pass_ = Pass(fd, setup, module.__dict__)
    try:
        while True:
            pass_.answer(codec.loads(channel.read_message(fd)))
    except channel.Closed:
        pass


def tell_failure(fd, error):
    text = ("%s: %s" % (type(error).__name__, error))[:MESSAGE_LIMIT]
    try:
        channel.write_message(fd, b"-" + text.encode("utf-8", "replace"))
    except OSError:
        pass


class Pass:
    """What the player does for the judge in one pass."""

    def __init__(self, fd, setup, namespace):
        self.fd = fd
        self.namespace = namespace
        self.result_limit = setup["limits"]["resultMb"] << 20
        self.seed = setup["seed"]
        self.objects = {}
        self.prelude_classes = {
            value: name for name, value in namespace.items()
            if type(value) is type and value.__module__ == "__main__"
        }
        self.clock = time.perf_counter_ns
        self.kinds = ()
        self.find_classes()

    def answer(self, request):
        kind = request["ask"]
        if kind == "load":
            self.send(self.load(request))
        elif kind == "member":
            self.send({"method": self.is_method(request["target"], request["name"])})
        elif kind == "one":
            self.one(request)
        else:
            self.many(request["calls"])

    def send(self, message):
        channel.write_message(self.fd, codec.dumps(message))

    def load(self, request):
        if "random" in sys.modules:
            sys.modules["random"].seed(self.seed)
        self.kinds = request["kinds"]
        started = self.clock()
        try:
            code = compile(request["solution"], SOLUTION_FILE, "exec", dont_inherit=True)
        except Exception as error:
            return {"error": describe(error), "unparsable": True}
        try:
            exec(code, self.namespace)
        except BaseException as error:
            return {"error": describe(error)}
        loaded = self.clock() - started
        self.find_classes()
        return {"loadNs": loaded, "names": {n: self.global_name(n) for n in request["names"] if n in self.namespace}}

    def global_name(self, name):
        """How the suite sees a module-level name of the submission."""
        value = self.namespace[name]
        if isinstance(value, type):
            return {"kind": "class"}
        if callable(value):
            return {"kind": "function"}
        if type(value) is types.ModuleType:
            return {"kind": "module"}
        encoder = self.encoder({}, 0)
        return {"kind": "value", "value": encoder.value(value), "nodes": encoder.nodes}

    def find_classes(self):
        """Node classes by name and names by class, of the kinds that the judge knows: the submission's own
        definition counts where it has one, as in a single file. Looked up once, after loading."""
        named = {name: self.namespace.get(name) for name in self.kinds}
        own = {name: value for name, value in named.items() if codec.node_like(value)}
        bare = {name: type(name, (), {}) for name in self.kinds if name not in own}
        self.classes = {**bare, **{name: cls for cls, name in self.prelude_classes.items()}, **own}
        self.labels = {**self.prelude_classes, **{cls: name for name, cls in self.classes.items()}}

    def encoder(self, known, index):
        """Opaque results stay here under a handle made of the call's index, the same in every pass."""
        counter = [0]

        def opaque(obj):
            counter[0] += 1
            handle = "%d.%d" % (index, counter[0])
            self.objects[handle] = obj
            return [handle, type(obj).__name__]

        return codec.Encoder(self.labels, opaque, known)

    def target(self, handle):
        return self.namespace[handle[1:]] if handle.startswith("=") else self.objects[handle]

    def is_method(self, handle, name):
        """Looked up on the class without running a property."""
        for kind in type(self.target(handle)).__mro__ if not handle.startswith("=") else self.target(handle).__mro__:
            if name in kind.__dict__:
                found = kind.__dict__[name]
                return callable(found) or isinstance(found, (staticmethod, classmethod))
        return False

    def prepare(self, call):
        """A decoded call: fresh objects, and what they looked like, to see what the call changes."""
        decoder = codec.Decoder(call["nodes"], self.classes, self.argument)
        watched = [
            (index, obj, codec.snapshot(obj))
            for index, obj in enumerate(decoder.objects) if codec.mutable(obj, self.labels)
        ]
        args = [decoder.value(value) for value in call["args"]]
        kwargs = {name: decoder.value(value) for name, value in call["kwargs"].items()}
        return Prepared(call, args, kwargs, watched)

    def argument(self, payload):
        """What cannot be copied and comes from the suite: one of our own objects, or a function's code."""
        if "handle" in payload:
            return self.target(payload["handle"])
        import marshal

        code = marshal.loads(bytes.fromhex(payload["code"]))
        return types.FunctionType(code, self.namespace, payload["name"], tuple(payload["defaults"]))

    def bind(self, call):
        """The callable of a call; looked up before the clock starts."""
        if call.kind == "call":
            return getattr(self.target(call.target), call.name)
        if call.kind == "get":
            return functools.partial(getattr, self.target(call.target), call.name)
        if call.kind == "set":
            return functools.partial(setattr, self.target(call.target), call.name)
        return self.namespace[call.name]

    def run(self, call):
        """Perform one call: (result, error, nanoseconds inside the submission). Lazy results are run to their end
        on the clock: work that is put off is still work."""
        clock = self.clock
        args, kwargs = call.args, call.kwargs
        started = clock()
        try:
            function = self.bind(call)
            started = clock()
            result = function(*args, **kwargs)
            spent = clock() - started
            if type(result) in codec.ITERATORS:
                started = clock() - spent
                result = codec.Exhausted(list(result))
                spent = clock() - started
        except BaseException as error:
            return None, error, clock() - started
        if call.kind == "new":
            self.objects["%d.0" % call.index] = result
            return None, None, spent
        return result, None, spent

    def one(self, request):
        call = self.prepare(request["call"])
        result, fault, spent = self.run(call)
        channel.write_message(self.fd, spent.to_bytes(8, "big") + self.outcome(call, result, fault))

    def many(self, requests):
        """A recorded stretch of calls in one timed region, between two marks that the judge sees as well."""
        calls = [self.prepare(request) for request in requests]
        results = [None] * len(calls)
        run = self.run
        # The collector runs inside the region as the submission's own allocations cause it, but neither because
        # of what was decoded for it, nor over that: a whole batch of arguments is alive only for the harness.
        gc.collect()
        gc.freeze()
        channel.write_all(self.fd, b"r")
        channel.read_exactly(self.fd, 1)
        total = constructing = 0
        for index, call in enumerate(calls):
            result, fault, spent = run(call)
            results[index] = (result, fault)
            if call.kind == "new":
                constructing += spent
            else:
                total += spent
        channel.write_all(self.fd, b"d")
        channel.read_exactly(self.fd, 1)
        self.send({"ns": total, "newNs": constructing})
        for call, (result, fault) in zip(calls, results):
            channel.write_message(self.fd, self.outcome(call, result, fault))

    def outcome(self, call, result, fault):
        """The encoded outcome of a call: the same bytes for the same outcome in every pass."""
        if fault is not None:
            return codec.dumps({"error": describe(fault)})
        try:
            known = {id(obj): index for index, obj, _ in call.watched}
            encoder = self.encoder(known, call.index)
            value = encoder.value(result)
            changed = [
                [index, encoder.contents(obj)]
                for index, obj, before in call.watched if not codec.unchanged(before, obj)
            ]
            data = codec.dumps({"value": value, "changed": changed, "nodes": encoder.nodes})
        except MemoryError:
            data = None
        if data is None or len(data) > self.result_limit:
            return codec.dumps({"overflow": -1 if data is None else len(data)})
        return data


class Prepared:
    def __init__(self, call, args, kwargs, watched):
        self.index = call["index"]
        self.kind = call["kind"]
        self.target = call["target"]
        self.name = call["name"]
        self.args = args
        self.kwargs = kwargs
        self.watched = watched


def describe(error):
    """An exception as plain data: type, nearest built-in base, message, line of the solution."""
    kind = type(error)
    base = next((c.__name__ for c in kind.__mro__ if c.__module__ == "builtins"), "Exception")
    try:
        message = str(error)[:MESSAGE_LIMIT]
    except BaseException:
        message = ""
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == SOLUTION_FILE:
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, SyntaxError) and error.filename == SOLUTION_FILE:
        line = error.lineno
    return {"type": kind.__name__, "base": base, "message": message, "line": line}
