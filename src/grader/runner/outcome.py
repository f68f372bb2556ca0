"""How the judge words what happened: a status, and one line of detail."""
import os
import resource

import channel
import codec

DETAIL_LIMIT = 400


def status_of(error, remote):
    base = remote["base"] if remote else type(error).__name__
    if base == "NameError":
        return "undefined-name"
    if base in ("ImportError", "ModuleNotFoundError"):
        return "import-error"
    if base == "MemoryError":
        return "memory-limit"
    if base == "AssertionError" and remote is None:
        return "wrong-answer"
    return "runtime-error"


def failure(status, detail, exception):
    return {"status": status, "detail": one_line(detail), "exception": exception, "line": None}


def syntax_failure(error):
    line = getattr(error, "lineno", None)
    text = getattr(error, "text", None)
    detail = "%s (line %s of the suite)%s" % (
        getattr(error, "msg", None) or error, line, ": " + text.strip() if text else "")
    return {**failure("suite-syntax-error", detail, type(error).__name__), "line": line}


def signal_name(number):
    try:
        import signal

        return signal.Signals(number).name
    except ValueError:
        return "signal %d" % number


def one_line(text, limit=DETAIL_LIMIT):
    line = " ".join(text[: 4 * limit].split())
    line = "".join(c if c.isprintable() else "?" for c in line)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def report(verdict_fd, judge, reports, baseline_kb):
    """Write the verdicts with what the whole sandbox cost."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    channel.write_all(verdict_fd, codec.dumps({
        "reports": reports,
        "baselineKb": baseline_kb,
        "cpuMs": sum(u.ru_utime + u.ru_stime for u in (own, children)) * 1000,
        "leftovers": judge.leftovers if judge else 0,
        "calibrationNs": judge.seen_ns if judge else None,
    }))


def internal(error):
    """A defect of the harness, or of the machine under it: never the submission's."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = " at %s:%d" % (os.path.basename(last[0].filename), last[0].lineno) if last else ""
    detail = "%s: %s%s" % (type(error).__name__, error, place)
    return {**blank(), **failure("sandbox-error", detail, type(error).__name__)}


def blank():
    return {"asserts": [0, 0], "calls": 0, "passes": []}
