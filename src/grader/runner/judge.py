"""The trusted side: owns the suite, asks the player, decides."""
import sys
import types

import brief
import calibrate
import channel
import confine
import guard
import nodes
import outcome
import proxy
import suite
from program import Program


class Judge:
    def __init__(self, setup, module, control, template_pid, verdict_fd):
        self.setup = setup
        self.module = module
        self.control = channel.Line(control.fileno(), None)
        self.control_socket = control
        self.template_pid = template_pid
        self.verdict_fd = verdict_fd
        self.contained = setup["contained"]
        self.room = confine.Room("/tmp") if self.contained else None
        self.leftovers = 0
        # The best calibration known, and the best that this run has seen.
        self.best_ns = setup["calibrationNs"]
        self.seen_ns = None

    def grade(self, job):
        """The reports on a job's programs, as plain data. Their passes take turns, so that what the machine does
        meanwhile meets them all alike."""
        self.job = job
        try:
            self.pieces = suite.pieces(job["suite"])
        except (SyntaxError, ValueError) as error:
            return [{**outcome.blank(), **outcome.syntax_failure(error)} for _ in job["solutions"]]
        except (RecursionError, MemoryError) as error:
            failure = outcome.failure("memory-limit", "the suite is too large to compile", type(error).__name__)
            return [{**outcome.blank(), **failure} for _ in job["solutions"]]
        guard.limit_memory()
        guard.end_with(self.verdict_fd)
        if job["passes"]["kind"] == "adaptive" and self.best_ns is None:
            self.seen_ns = self.best_ns = calibrate.search()
        prelude = self.namespace(job)
        self.labels, self.classes = nodes.node_classes(self.module, job["support"])
        programs = [Program(self, solution) for solution in job["solutions"]]
        for program in programs:
            program.first_pass(dict(prelude))
        waiting = [program for program in programs if program.wants_more()]
        while waiting:
            for program in waiting:
                program.replay()
            waiting = [program for program in waiting if program.wants_more()]
        for program in programs:
            program.check_claims()
        return [program.report for program in programs]

    def undisturbed(self, measured):
        """Was the core as fast beside this pass as it is known to be?"""
        found = measured["calibrationNs"]
        if self.seen_ns is None or found < self.seen_ns:
            self.seen_ns = found
        return found <= calibrate.TOLERANCE * min(self.best_ns, self.seen_ns)

    def namespace(self, job):
        for name, source in job["support"].items():
            support = types.ModuleType(name)
            exec(compile(source, "<%s>" % name, "exec", dont_inherit=True), support.__dict__)
            sys.modules[name] = support
        return dict(self.module.__dict__)

    def first_pass(self, session, namespace):
        """Run the suite against the program, asking it call by call: the verdict, and the calls for the replays."""
        asserts = [sum(piece.is_assert for piece in self.pieces), 0]
        failure = None
        try:
            wanted = set().union(*(suite.names(piece.code) for piece in self.pieces)) if self.pieces else set()
            session.load(wanted)
            with guard.own_work(session.own_work_ended, self.setup["limits"]["timeMs"] / 1000):
                session.bind(namespace, wanted)
                for piece in self.pieces:
                    failed = self.run_piece(piece, namespace, session)
                    if session.fatal:
                        raise session.fatal
                    if failed is None:
                        asserts[1] += piece.is_assert
                        continue
                    failure = failure or failed
                    # There will be no replays: answers need not be kept for them.
                    session.recording = False
                    if not piece.is_assert:
                        break
        except proxy.Ended as ended:
            failure = failure or outcome.failure(ended.status, self.where(session, ended.detail), None)
        finally:
            try:
                session.end()
            except proxy.Ended as ended:
                failure = failure or outcome.failure(ended.status, ended.detail, None)
        return {"asserts": asserts, **(failure or {"status": "passed", "detail": "", "exception": None, "line": None})}

    def run_piece(self, piece, namespace, session):
        """None when the statement held, else the failure."""
        session.piece = piece
        try:
            exec(piece.code, namespace)
        except proxy.Ended:
            raise
        except proxy.CannotCross as error:
            raise proxy.Ended("sandbox-error", str(error)) from None
        except BaseException as error:
            return self.explain(error, piece, session)
        return None

    def explain(self, error, piece, session):
        line = piece.offset + 1
        step = error.__traceback__
        while step is not None:
            line = suite.line_of(step.tb_frame, step.tb_lineno) or line
            step = step.tb_next
        remote = getattr(error, "remote", None)
        name = remote["type"] if remote else type(error).__name__
        message = remote["message"] if remote else brief.message_of(error)
        status = outcome.status_of(error, remote)
        if status == "wrong-answer":
            detail = "line %d: %s" % (line, outcome.one_line(piece.text))
            if session.answered:
                detail += " (the last call returned %s)" % outcome.one_line(brief.brief(session.last_result), 120)
        else:
            inside = ", line %s of the solution" % remote["line"] if remote and remote["line"] else ""
            detail = "%s: %s (line %d of the suite%s)" % (name, message, line, inside)
        return {**outcome.failure(status, detail, name), "line": line}

    def where(self, session, detail):
        piece = session.piece
        return detail if piece is None else "%s (line %d of the suite)" % (detail, piece.offset + 1)
