"""The structural facts about a solution and its suite."""
from __future__ import annotations

from analysis.classes import Classes, Method, self_calls
from analysis.source import Unparsable, check, parse
from analysis.suite import CLASS, Suite


def screen(solution: str, suite: str) -> dict:
    """{error, line, hasTests, hasSolution, methods, entry, entryProblem}. `error` and `line` say why the solution
    does not parse; `entry` is the method that the suite is about, `entryProblem` why there is none."""
    found = {"error": None, "line": None, "hasTests": False, "hasSolution": False, "methods": [], "entry": None}
    found["entryProblem"] = None
    try:
        tree = parse(solution)
        check(solution)
    except Unparsable as error:
        return {**found, "error": str(error), "line": error.line}
    tested = Suite(suite)
    classes = Classes(tree)
    found["hasTests"] = tested.tests
    found["hasSolution"] = classes.binds(CLASS)
    methods = classes.methods(CLASS)
    found["methods"] = list(methods)
    found["entry"], found["entryProblem"] = _entry(methods, tested)
    return found


def _entry(methods: dict[str, Method], suite: Suite) -> tuple[str | None, str | None]:
    callable_ = {name: method for name, method in methods.items() if not _is_special(name)}
    if not callable_:
        return None, f"class {CLASS} has no method that a suite could call by name"
    for counts in (suite.calls, suite.mentions):
        called = {name: count for name, count in counts.items() if count > 0 and name in callable_}
        # A result that always fed another method's call took all of a method's count; it was called all the same.
        called = called or {name: 1 for name in counts if name in callable_}
        if called:
            return _most_called(called, callable_), None
    if not suite.parsed:
        # Its syntax is the grader's to report.
        return next(iter(callable_)), None
    missing = [name for name in suite.calls if not _is_special(name)]
    if missing:
        return None, f"the suite calls {', '.join(missing[:3])}, which class {CLASS} does not define"
    # A suite may reach the class by a name that it does not define: that is for the grader to find out.
    mains = _mains(dict.fromkeys(callable_, 0), callable_)
    if len(mains) == 1:
        return next(iter(mains)), None
    return None, f"the suite calls no method of class {CLASS}, which has {len(callable_)}"


def _most_called(called: dict[str, int], methods: dict[str, Method]) -> str:
    """The method called most, the first one called on ties, helpers apart."""
    mains = _mains(called, methods) or called
    return max(mains, key=lambda name: mains[name])


def _mains(called: dict[str, int], methods: dict[str, Method]) -> dict[str, int]:
    """Those that none of the others uses; two that use each other both stay."""
    uses = {name: self_calls(methods[name].node) & called.keys() for name in called}
    helpers = {used for name in called for used in uses[name] if used != name and name not in uses[used]}
    return {name: count for name, count in called.items() if name not in helpers}


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
