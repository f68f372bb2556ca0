"""One pass: what is asked of a player process, what it answers, and what it costs."""
import builtins
import os
import select
import sys

import _signal as signal
import _socket

import alike
import brief
import calibrate
import channel
import codec
import confine
import guard
import outcome
import proxy

MESSAGE_OVERHEAD = 1 << 20
BATCH_BYTES = 64 << 10
# A claimed runtime may be below the kernel's CPU time for the same stretch by the cost of the loop around the
# calls, by two switches between the processes, and by noise: what a hypervisor takes away from the machine the
# kernel counts as the process's time. A claim is forged when every pass is beyond that, not when one is.
WINDOW_NS, CALL_NS, NOISE_NS, RATIO = 200_000, 6_000, 500_000, 1.5


class Session:
    """One pass: a fresh player process, what was asked of it, and what it cost."""

    def __init__(self, judge, solution, namespace):
        self.judge = judge
        self.solution = solution
        self.namespace = namespace
        self.calls = []
        self.members = {}
        self.piece = None
        self.answered = False
        self.last_result = None
        self.recording = True
        self.ns = self.load_ns = 0
        self.kernel_ns = 0
        self.calibrations = []
        # CPU time that no honest claim leaves over.
        self.excess_ns = -NOISE_NS
        self.over = False
        self.ending = False
        self.fatal = None
        self.measured = None
        limits = judge.setup["limits"]
        self.limits = limits
        self.result_limit = (limits["resultMb"] << 20) + MESSAGE_OVERHEAD
        self.patience = channel.Patience(limits["timeMs"] / 1000, self.starved_s, self.watch)
        judge.control.patience = self.patience
        self.labels, self.classes = judge.labels, judge.classes
        ours, theirs = _socket.socketpair()
        right = theirs.fileno().to_bytes(4, sys.byteorder)
        try:
            judge.control_socket.sendmsg([b"p"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, right)])
            theirs.close()
            self.pid = codec.loads(judge.control.receive(1 << 16))["pid"]
        except (OSError, channel.Closed):
            raise RuntimeError("the player's template is gone") from None
        self.line = channel.Line(ours.detach(), self.patience)
        self.expect_ready()

    def expect_ready(self):
        """The process is confined and has not yet seen the submission: a failure up to here is the harness's."""
        try:
            if self.line.take(1) == b"+":
                return
            reason = self.line.receive(1 << 16)[1:].decode("utf-8", "replace")
        except (channel.Closed, channel.Late, channel.TooLong):
            reason = "no answer"
        raise RuntimeError("a player could not be confined: %s" % reason)

    # --- asking ------------------------------------------------------------------------------------------

    def ask(self, message):
        self.attempt(lambda: self.line.send(codec.dumps(message)))

    def answer(self):
        data = self.attempt(lambda: self.line.receive(self.result_limit))
        return data, self.parse(data)

    def parse(self, data):
        try:
            message = codec.loads(data)
        except codec.Forged:
            message = None
        if type(message) is not dict:
            raise self.fail("tampered", "the submission wrote a message that the harness does not write")
        return message

    def attempt(self, step):
        """One exchange with the player; what can go wrong with it is what can go wrong with a submission."""
        try:
            return step()
        except channel.Late:
            memory = confine.still_taking_memory(self.pid, self.limits["memoryMb"])
            self.kill()
            if memory:
                raise self.fail("memory-limit", "still taking memory at the time limit: %d MiB" % memory) from None
            raise self.fail("timeout", "no answer within %d ms" % self.limits["timeMs"]) from None
        except channel.TooLong:
            self.kill()
            raise self.fail("output-limit", "a result above %d MiB" % self.limits["resultMb"]) from None
        except channel.Closed:
            raise self.ended() from None

    def fail(self, status, detail):
        """The end of the pass. Kept, so that a bare `except` of a suite cannot make it undone."""
        self.fatal = proxy.Ended(status, detail)
        return self.fatal

    def ended(self):
        """The player hung up by itself: why?"""
        end = self.wait()
        if end is None:
            return self.fail("tampered", "the submission closed the harness's channel")
        status = end["status"]
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                return self.fail("timeout", "CPU time above %d ms" % self.limits["timeMs"])
            if number == signal.SIGKILL and end["cpuNs"] >= self.limits["timeMs"] * 1e6:
                return self.fail("timeout", "CPU time above %d ms" % self.limits["timeMs"])
            if number == signal.SIGKILL and end["peakKb"] * 4 >= self.limits["memoryMb"] * 1024:
                return self.fail("memory-limit", "killed by the kernel at %d MiB" % (end["peakKb"] // 1024))
            return self.fail("runtime-error", "the process died of %s" % outcome.signal_name(number))
        return self.fail("runtime-error", "the program ended itself (exit status %d)" % os.WEXITSTATUS(status))

    # --- the pass's steps --------------------------------------------------------------------------------

    def load(self, wanted):
        entry = self.judge.job["entry"]
        names = sorted(wanted | {entry["name"]}) if wanted or self.namespace is not None else []
        self.ask({"ask": "load", "solution": self.solution, "names": names, "kinds": sorted(self.classes)})
        _, message = self.answer()
        if "error" in message:
            raise self.load_failure(self.fault(message), message.get("unparsable") is True)
        self.load_ns += self.count(message.get("loadNs"))
        self.names = message.get("names")
        if type(self.names) is not dict or not all(type(info) is dict for info in self.names.values()):
            raise self.fail("tampered", "no list of names")

    def load_failure(self, fault, unparsable=False):
        line = " (line %s of the solution)" % fault["line"] if fault["line"] else ""
        detail = "%s: %s%s" % (fault["type"], fault["message"], line)
        if unparsable and fault["base"] != "MemoryError":
            return self.fail("unparsable-solution", detail)
        return self.fail(outcome.status_of(proxy.exception(fault), fault), detail)

    def bind(self, namespace, wanted):
        """Put the submission's names into the suite's namespace: the entry always, others where nothing of the
        prelude has that name."""
        entry = self.judge.job["entry"]
        kind = {"class": "class", "function": "function"}[entry["kind"]]
        info = self.names.get(entry["name"])
        if info is None or info.get("kind") not in (kind, "function"):
            status = "no-solution-class" if kind == "class" else "no-entry-point"
            raise self.fail(status, "the program defines no %s %s" % (kind, entry["name"]))
        for name in wanted:
            found = self.names.get(name)
            if found is None or name in namespace or hasattr(builtins, name):
                continue
            stand_in = self.guarded(lambda: proxy.bind(self, name, found))
            if stand_in is not None:
                namespace[name] = stand_in
        if kind == "class":
            cls = proxy.Remote(self, "=" + entry["name"], entry["name"])
            namespace[entry["name"]] = cls
            try:
                namespace[entry["instance"]] = cls()
            except proxy.Ended:
                raise
            except BaseException as error:
                remote = getattr(error, "remote", None)
                if remote is None:
                    raise
                raise self.load_failure(remote) from None
        else:
            namespace[entry["name"]] = proxy.Function(self, entry["name"])

    def is_method(self, handle, name):
        key = (handle, name)
        if key not in self.members:
            self.ask({"ask": "member", "target": handle, "name": name})
            _, message = self.answer()
            self.members[key] = message.get("method") is True
        return self.members[key]

    def perform(self, kind, target, name, args, kwargs):
        """One call in the player, recorded for the replays; its effects on the arguments happen here too."""
        index = len(self.calls)
        encoder = codec.Encoder(self.labels, proxy.passable)
        call = {
            "index": index, "kind": kind, "target": target, "name": name,
            "args": [encoder.value(value) for value in args],
            "kwargs": {key: encoder.value(value) for key, value in kwargs.items()},
            "nodes": encoder.nodes,
        }
        request = codec.dumps(call)
        if self.fatal:
            raise self.fatal
        self.attempt(lambda: self.line.send(b'{"ask":"one","call":%b}' % request))
        data = self.attempt(lambda: self.line.receive(self.result_limit))
        ns, data = self.count(int.from_bytes(data[:8], "big")), data[8:]
        message = self.parse(data)
        if kind == "new":
            self.load_ns += ns
        else:
            self.ns += ns
        self.calls.append(Recorded(call, request, data) if self.recording else None)
        if "overflow" in message:
            raise self.fail("output-limit", "a result above %d MiB" % self.limits["resultMb"])
        if "error" in message:
            fault = self.fault(message)
            if fault["base"] == "MemoryError":
                raise self.fail("memory-limit", "MemoryError: %s" % fault["message"])
            raise proxy.exception(fault)
        objects = [None] * len(call["nodes"])
        for obj in encoder.kept:
            objects[encoder.memo[id(obj)]] = obj
        result = self.guarded(lambda: self.apply(message, objects))
        if kind == "new":
            return proxy.Remote(self, "%d.0" % index, name)
        self.answered, self.last_result = True, result
        return result

    def apply(self, message, objects):
        decoder = codec.Decoder(message.get("nodes"), self.classes, self.foreign, objects)
        for change in message.get("changed"):
            index, node = change
            if type(index) is not int or not 0 <= index < len(objects) or objects[index] is None:
                raise codec.Forged("changed")
            decoder.update(objects[index], node)
        return decoder.value(message.get("value"))

    def guarded(self, step):
        """Decode what the player sent: whatever goes wrong in there, the player wrote it."""
        try:
            return step()
        except MemoryError:
            raise self.fail("memory-limit", "a result that needs more memory than there is") from None
        except Exception as error:
            why = outcome.one_line(brief.message_of(error), 80)
            raise self.fail("tampered", "the submission forged a result (%s)" % why) from None

    def own_work_ended(self):
        """The suite, or a result that it works on, has used up what the judge itself may compute."""
        raise self.fail("timeout", "the suite computed for more than %d ms by itself" % self.limits["timeMs"])

    def foreign(self, payload):
        """A result that did not cross: an object that equals nothing, whose methods can still be called."""
        if type(payload) is not list or len(payload) != 2 or not all(type(x) is str for x in payload):
            raise codec.Forged("opaque")
        return proxy.Remote(self, payload[0], payload[1][:80])

    def fault(self, message):
        fault = message["error"]
        if (
            type(fault) is not dict
            or not all(type(fault.get(key)) is str for key in ("type", "base", "message"))
            or type(fault.get("line")) not in (int, type(None))
        ):
            raise self.fail("tampered", "the submission forged an exception")
        fault["message"] = outcome.one_line(fault["message"])
        fault["type"] = outcome.one_line(fault["type"], 80)
        return fault

    def count(self, value):
        if type(value) is not int or not 0 <= value < 1 << 62:
            raise self.fail("tampered", "the submission forged a time")
        return value

    # --- replay ------------------------------------------------------------------------------------------

    def replay(self, first):
        batch, size, made = [], 0, set()
        for recorded in first.calls:
            # A handle given out by a result is known to the player only after that result was encoded, and the
            # arguments of a batch are made before its first call.
            late = not made.isdisjoint(recorded.needs)
            if batch and (late or size + len(recorded.request) > BATCH_BYTES):
                self.replay_batch(batch)
                batch, size, made = [], 0, set()
            batch.append(recorded)
            made.add(str(recorded.call["index"]))
            size += len(recorded.request)
        if batch:
            self.replay_batch(batch)
        self.calls = first.calls

    def replay_batch(self, batch):
        requests = b",".join(recorded.request for recorded in batch)
        self.attempt(lambda: self.line.send(b'{"ask":"many","calls":[%b]}' % requests))
        self.mark(b"r")
        self.calibrations.append(calibrate.now())
        before = confine.cpu_ns(self.pid)[0]
        self.attempt(lambda: self.line.signal(b"g"))
        self.mark(b"d")
        kernel_ns = confine.cpu_ns(self.pid)[0] - before
        self.calibrations.append(calibrate.now())
        self.attempt(lambda: self.line.signal(b"s"))
        _, message = self.answer()
        claimed, constructing = self.count(message.get("ns")), self.count(message.get("newNs"))
        self.ns += claimed
        self.load_ns += constructing
        self.kernel_ns += kernel_ns
        self.excess_ns += kernel_ns - RATIO * (claimed + constructing) - WINDOW_NS - CALL_NS * len(batch)
        for recorded in batch:
            data = self.attempt(lambda: self.line.receive(self.result_limit))
            if data != recorded.reply and not self.same(self.parse(data), recorded):
                raise self.fail(
                    "flaky", "call %d gave another result than before" % (recorded.call["index"] + 1))

    def mark(self, byte):
        if self.attempt(lambda: self.line.take(1)) != byte:
            raise self.fail("tampered", "the submission wrote to the harness's channel")

    def same(self, message, recorded):
        """Equal although written differently (a set's order): compared as values."""
        before = codec.loads(recorded.reply)
        if "error" in before or "error" in message:
            return "error" in before and "error" in message and before["error"] == message["error"]

        def build(reply):
            objects = codec.Decoder(recorded.call["nodes"], self.classes, lambda payload: payload).objects
            decoder = codec.Decoder(reply.get("nodes"), self.classes, lambda payload: tuple(payload), objects)
            for index, node in reply.get("changed"):
                decoder.update(objects[index], node)
            return decoder.value(reply.get("value")), objects

        one, other = self.guarded(lambda: build(before)), self.guarded(lambda: build(message))
        return self.guarded(lambda: alike.alike(one, other))

    # --- the end -----------------------------------------------------------------------------------------

    def watch(self):
        """While waiting: does anybody still want the verdict, and does the process tree keep to its memory?"""
        if guard.unread(self.judge.verdict_fd):
            self.kill()
            os._exit(1)
        if self.judge.contained and not self.ending:
            if confine.resident_mb([self.judge.template_pid]) > self.limits["memoryMb"]:
                self.kill()
                raise self.fail("memory-limit", "the processes together took more than %d MiB" % self.limits["memoryMb"])
            self.check_room()

    def check_room(self):
        if self.judge.room and self.judge.room.exceeded(self.limits["fileMb"]):
            self.kill()
            raise self.fail("output-limit", "files of more than %d MiB, or too many" % self.limits["fileMb"])

    def starved_s(self):
        """Seconds in which the pass waited for a core that something outside this sandbox had."""
        ran, waited = confine.cpu_ns(self.pid)
        own = confine.tree_cpu_ns([self.judge.template_pid]) - ran if self.judge.contained else 0
        return max(0, waited - max(0, own)) / 1e9

    def kill(self):
        try:
            if self.judge.contained:
                os.kill(self.pid, signal.SIGKILL)
            else:
                os.killpg(self.pid, signal.SIGKILL)
        except OSError:
            pass

    def wait(self):
        """How the pass's process ended, from the kernel through the template; None when it lives on."""
        self.ending = True
        self.patience.limit_s += 5
        try:
            return codec.loads(self.judge.control.receive(1 << 16))
        except channel.Late:
            self.kill()
            try:
                self.patience.limit_s += 10
                codec.loads(self.judge.control.receive(1 << 16))
            except (channel.Late, channel.Closed):
                pass
            return None
        except channel.Closed:
            raise self.fail("tampered", "the submission brought the harness down") from None
        finally:
            self.over = True

    def end(self):
        """Hang up, wait for the process, and let nothing of the pass survive it."""
        os.close(self.line.fd)
        end = None
        if not self.over:
            self.kill_if_stuck()
            end = self.wait()
        if self.judge.contained:
            left = confine.sweep([self.judge.template_pid])
            if left < 0:
                raise self.fail("tampered", "processes of the submission cannot be ended")
            self.judge.leftovers += left
            try:
                if not self.fatal:
                    self.check_room()
            finally:
                confine.empty("/tmp")
        self.measured = {
            "ns": self.ns, "calibrationNs": sum(self.calibrations) / max(1, len(self.calibrations)), "kernelNs": self.kernel_ns, "loadNs": self.load_ns,
            "cpuNs": end["cpuNs"] if end else 0, "peakKb": end["peakKb"] if end else 0,
        }

    def kill_if_stuck(self):
        """A player that is still in a call does not see that the judge hung up."""
        poller = select.poll()
        poller.register(self.judge.control.fd, select.POLLIN)
        if not poller.poll(200):
            self.kill()


class Recorded:
    """A call as it was sent, and the bytes that answered it."""

    __slots__ = ("call", "request", "reply", "needs")

    def __init__(self, call, request, reply):
        self.call = call
        self.request = request
        self.reply = reply
        self.needs = _indices(call)


def _indices(call):
    """The earlier calls, by index, whose results must exist before this one's arguments can be made."""
    handles = [node[1]["handle"] for node in call["nodes"] if node[0] == "opaque" and "handle" in node[1]]
    target = call["target"]
    # An instance that a call constructs is there as soon as that call is done: good enough for a target.
    if target is not None and not target.endswith(".0"):
        handles.append(target)
    return frozenset(handle.split(".")[0] for handle in handles)
