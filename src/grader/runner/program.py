"""One submission of a job: its verdict, and its passes so far."""
import time

import outcome
import proxy
from session import Session

# Disturbed passes do not count towards the most that a plan allows, but do not go on for ever either.
MOST = 4

class Program:
    """One submission of a job: its verdict, and its passes so far."""

    def __init__(self, judge, solution):
        self.judge = judge
        self.solution = solution
        self.plan = judge.job["passes"]
        self.report = outcome.blank()
        self.replays = []
        self.excess_ns = []
        self.spent_ms = 0
        self.first = None

    def first_pass(self, namespace):
        self.first = Session(self.judge, self.solution, namespace)
        self.report.update(self.judge.first_pass(self.first, namespace))
        self.report["calls"] = len(self.first.calls)
        if self.report["status"] == "passed":
            self.report["passes"] = [self.first.measured]
            self.spent_ms = self.first.measured["ns"] / 1e6
        else:
            self.first = None

    def wants_more(self):
        """Fixed: as many as asked for. Adaptive: until enough passes were undisturbed and the smallest of them
        agree, or the budget is used up."""
        if self.report["status"] != "passed":
            return False
        done, plan = len(self.replays), self.plan
        if plan["kind"] == "fixed":
            return done < plan["count"] - 1
        undisturbed = [m for m in self.replays if self.judge.undisturbed(m)]
        if len(undisturbed) >= plan["max"] or done >= MOST * plan["max"] or self.spent_ms > plan["budgetMs"]:
            return False
        return len(undisturbed) < plan["min"] or not _agree(undisturbed, plan["agreement"])

    def check_claims(self):
        """The times that the program's processes claim, against the kernel's count for the same stretches."""
        if self.report["status"] != "passed" or not self.excess_ns or min(self.excess_ns) <= 0:
            return
        least = min(self.replays, key=lambda measured: measured["kernelNs"])
        self.report.update(outcome.failure("tampered", "%.2f ms claimed for a stretch of %.2f ms of CPU time" % (
            least["ns"] / 1e6, least["kernelNs"] / 1e6), None))

    def replay(self):
        """Measure the recorded calls again, in a fresh process."""
        started = time.monotonic()
        session = Session(self.judge, self.solution, None)
        try:
            try:
                session.load(set())
                session.replay(self.first)
            finally:
                session.end()
        except proxy.Ended as ended:
            status = ended.status if ended.status in ("tampered", "sandbox-error") else "flaky"
            self.report.update(outcome.failure(status, "passed once, then: " + ended.detail, None))
            return
        measured = session.measured
        self.excess_ns.append(session.excess_ns)
        self.replays.append(measured)
        # What a pass costs besides the program counts too: a busy machine ends a hopeless search for agreement.
        self.spent_ms += (time.monotonic() - started) * 1000
        # The first pass answers call by call; only the replays are comparable with each other.
        if self.plan["kind"] == "fixed":
            self.report["passes"].append(measured)
        else:
            self.report["passes"] = self.replays


def _agree(measured, agreement):
    smallest = sorted(m["ns"] for m in measured)[:2]
    return len(smallest) == 2 and smallest[1] <= smallest[0] * (1 + agreement)
