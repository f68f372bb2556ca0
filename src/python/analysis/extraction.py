"""From a model's answer to a program: one way for all pipelines."""
from __future__ import annotations

import re
import textwrap

from analysis import fences
from analysis.answers import clean, without_thoughts
from analysis.parts import ALL, CLASS_ONLY, NOTHING, Part, completed
from analysis.runs import Budget
from analysis.salvage import CUT_OFF, Salvaged, salvage
from analysis.sanitising import sanitise
from analysis.source import Source, Unparsable, check, parse
from analysis.trimming import trim

# Characters of an answer; more than a model writes at once.
_LONGEST = 1_000_000
# Places that are tried as the start of an indented program.
_PLACES = 20
_HEADER = re.compile(r"\s*(?:class|def|async|if|for|while|with|try|else|elif)\b.*:\s*(?:#.*)?$")


def extract(text: str, entry: dict) -> dict:
    """{code, how, problems} for an entry: {kind: "class", name, method?} or {kind: "function", name}.

    how: "fenced", "bare" (no fence), "prefix" (cut off behind the entry), "function-only" (a class was built around
    the function) or "none", with the reason in problems. The code parses and compiles, and of fenced blocks the last
    complete one that defines the entry wins.
    """
    text, thinking = without_thoughts(clean(text))
    if len(text) > _LONGEST:
        return {"code": "", "how": "none", "problems": [f"longer than {_LONGEST} characters"]}
    answer = _Answer(text.split("\n"), entry, Budget.for_text(text))
    for step in (answer.whole_block, answer.open_block, answer.broken_block, answer.bare, answer.indented):
        found = step(ALL)
        if found is not None:
            return found
    for step in (answer.function_only, lambda: answer.whole_block(CLASS_ONLY), lambda: answer.bare(CLASS_ONLY)):
        found = step()
        if found is not None:
            return found
    return {"code": "", "how": "none", "problems": [_why(answer, text, thinking, entry)]}


def _why(answer: "_Answer", text: str, thinking: bool, entry: dict) -> str:
    if thinking and not text.strip():
        return f"{CUT_OFF} while it was thinking"
    if not text.strip():
        return "the answer is empty"
    if answer.reasons:
        return answer.reasons[0]
    if answer.budget.is_spent:
        return "too long to search for a program"
    what = f"class {entry['name']}" if entry["kind"] == "class" else f"function {entry['name']}"
    parts = answer.parts or [part for part in [answer.read_as_one()] if part is not None]
    functions = [name for part in parts for name in part.functions()]
    only = f"; it defines {', '.join(functions[:3])}" if functions else ""
    return f"no {what} in the answer{only}"


class _Answer:
    def __init__(self, lines: list[str], entry: dict, budget: Budget):
        self.lines = lines
        self.entry = entry
        self.budget = budget
        self.reasons: list[str] = []
        self.blocks = fences.blocks(lines)
        self.read = [self._part(block) for block in self.blocks]
        # Python first: a block in another language is looked at only where no other one will do.
        order = [i for i, block in enumerate(self.blocks) if block.python]
        self.order = [i for i, block in enumerate(self.blocks) if not block.python] + order

    @property
    def parts(self) -> list[Part]:
        return [part for part in self.read if part is not None]

    def _part(self, block: fences.Block) -> Part | None:
        for text in block.texts():
            for variant in dict.fromkeys((text, textwrap.dedent(text))):
                if self.budget.spend(len(variant)):
                    try:
                        return Part(variant, parse(variant), self.entry)
                    except Unparsable:
                        pass
        return None

    def whole_block(self, fit: int) -> dict | None:
        return self._last_block(fit, closed=True)

    def open_block(self, fit: int) -> dict | None:
        return self._last_block(fit, closed=False)

    def _last_block(self, fit: int, closed: bool) -> dict | None:
        for index in reversed(self.order):
            part = self.read[index]
            if self.blocks[index].closed is closed and part is not None and part.fit >= fit:
                if not closed and part.ends_in_a_word:
                    self.reasons.append(CUT_OFF)
                    continue
                nearest = [p for p in (*self.read[:index][::-1], *self.read[index + 1:]) if p is not None]
                source, taken = completed(part, nearest, self.entry)
                notes = [] if closed else ["the last fence is not closed"]
                notes += [f"{', '.join(taken)} taken from another part of the answer"] if taken else []
                found = self._finish(source, part.fit, "fenced", notes)
                if found is not None:
                    return found
        return None

    def broken_block(self, fit: int) -> dict | None:
        for index in reversed(self.order):
            if self.read[index] is None:
                lines = textwrap.dedent(self.blocks[index].texts()[0]).split("\n")
                found = self._salvaged(salvage(lines, self.entry, self.budget, self.parts, not self.blocks[index].closed), fit, "fenced")
                if found is not None:
                    return found
        return None

    def bare(self, fit: int) -> dict | None:
        return self._salvaged(salvage(self.lines, self.entry, self.budget, self.parts, open_end=True), fit, "bare")

    def indented(self, fit: int) -> dict | None:
        """A program that is indented as a whole; not the inside of something that is broken."""
        name = re.escape(self.entry.get("method") or self.entry["name"])
        wanted = re.compile(rf"([ \t]+)(?:class[ \t]+{re.escape(self.entry['name'])}\b|(?:async[ \t]+)?def[ \t]+{name}\b)")
        matches = [(index, match) for index, line in enumerate(self.lines) if (match := wanted.match(line))]
        for index, match in matches[:_PLACES]:
            if self._is_inside(index, len(match[1])):
                continue
            stretch = self._stretch(index, match[1])
            found = self._salvaged(salvage(stretch, self.entry, self.budget, self.parts, open_end=True), fit, "bare")
            return found or self._around_function(self._try("\n".join(stretch)))
        return None

    def _is_inside(self, index: int, width: int) -> bool:
        for above in range(index - 1, -1, -1):
            line = self.lines[above]
            if line.strip() and len(line) - len(line.lstrip()) < width:
                return _HEADER.match(line) is not None
        return False

    def _stretch(self, index: int, margin: str) -> list[str]:
        first = index
        while first > 0 and (not self.lines[first - 1].strip() or self.lines[first - 1].startswith(margin)):
            first -= 1
        last = index
        while last < len(self.lines) and (not self.lines[last].strip() or self.lines[last].startswith(margin)):
            last += 1
        return [line[len(margin):] for line in self.lines[first:last]]

    def read_as_one(self) -> Part | None:
        """The whole text, if it parses."""
        return self._try("\n".join(self.lines))

    def _try(self, text: str) -> Part | None:
        try:
            return Part(text, parse(text), self.entry) if self.budget.spend(len(text)) else None
        except Unparsable:
            return None

    def _salvaged(self, found: Salvaged, fit: int, how: str) -> dict | None:
        if found.source is not None and found.fit >= fit:
            notes = [found.problem] if found.problem else []
            return self._finish(found.source, found.fit, "prefix" if found.shortened else how, notes)
        if found.problem and found.source is None:
            self.reasons.append(found.problem)
        return None

    def function_only(self) -> dict | None:
        for part in [*reversed(self.parts), *self._bare_parts()]:
            found = self._around_function(part)
            if found is not None:
                return found
        return None

    def _bare_parts(self) -> list[Part]:
        name = self.entry.get("method")
        if name is None:
            return []
        found = salvage(self.lines, {"kind": "function", "name": name}, self.budget, self.parts, open_end=True)
        return [Part(found.source.text, found.source.tree, self.entry)] if found.source is not None else []

    def _around_function(self, part: Part | None) -> dict | None:
        """A class around functions that were written without one. Those that take `self` become its methods."""
        method = self.entry.get("method")
        if self.entry["kind"] != "class" or part is None or part.fit != NOTHING or method not in part.functions():
            return None
        members = []
        for name, node in part.functions().items():
            first = (node.args.posonlyargs + node.args.args)[:1]
            if first and first[0].arg == "self":
                members.append(f"    {name} = {name}")
            elif name == method:
                members.append(f"    {name} = staticmethod({name})")
        text = "\n".join([part.source.text.rstrip("\n"), "", "", f"class {self.entry['name']}:", *members, ""])
        return self._finish(Source(text), ALL, "function-only", [f"no class {self.entry['name']}: built around {method}"])

    def _finish(self, source: Source, fit: int, how: str, notes: list[str]) -> dict | None:
        """The answer, made ready to be run; None (and a reason) when it would not compile."""
        name = self.entry["name"]
        text = trim(source, name) if self.entry["kind"] == "class" else sanitise(source, name)
        try:
            check(text)
        except Unparsable as error:
            self.reasons.append(f"syntax error: {error}")
            return None
        if fit == CLASS_ONLY:
            notes = [*notes, f"class {name} has no method {self.entry.get('method')}"]
        return {"code": text.strip("\n") + "\n", "how": how, "problems": notes}
