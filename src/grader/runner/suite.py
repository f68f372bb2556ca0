"""A test suite as a list of compiled pieces: small in memory, counted by assert, with the lines of the original."""
import re

# The file name of every piece carries how many lines of the suite lie above it.
SUITE_FILE = "<suite+%d>"
# A line in column 0 that goes on with the statement above it.
_CONTINUES = re.compile(r"[\s)\]}#]|(?:else|elif|except|finally)\b")
# Python's own line breaks. `str.splitlines` knows more of them, and would tear strings that hold one.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ASSERT = re.compile(r"assert\b")
# Retries of a piece that does not compile yet may cost this many times the suite's length before it is
# compiled whole; so many of them take one more line each, before they take twice as many as the last.
_RETRY_FACTOR = 8
_SMALL_STEPS = 8


class Piece:
    """`code` of one or more whole top-level statements, that begin `offset` lines into the suite."""

    __slots__ = ("code", "offset", "text", "is_assert")

    def __init__(self, code, offset, text, is_assert):
        self.code = code
        self.offset = offset
        self.text = text
        self.is_assert = is_assert


def pieces(source):
    """Compile a suite. SyntaxError (with the line of the whole suite) when Python would refuse the file.

    Compiling 3.3 MB of literals at once takes 420 MB; statement by statement it takes 47 MB and half the time.
    Cuts are made only where what lies above compiles by itself, so no string or block is torn.
    """
    if "__future__" in source:
        return _whole(source)
    out = []
    budget = _RETRY_FACTOR * len(source) + 4096
    lines = _LINE.findall(source)
    position = 0
    while position < len(lines):
        end = _next_statement(lines, position + 1)
        step, tries = 1, 0
        while True:
            text = "".join(lines[position:end])
            budget -= len(text)
            try:
                code = compile(text, SUITE_FILE % position, "exec", dont_inherit=True)
                break
            except SyntaxError:
                if end >= len(lines) or budget < 0:
                    return _whole(source)
            tries += 1
            if tries > _SMALL_STEPS:
                step *= 2
            for _ in range(step):
                end = _next_statement(lines, end + 1)
        if step > 1 or "\f" in text or ";" in text and "assert" in text:
            # More than one statement may be in there: after a form feed Python counts columns from 0 again.
            out.extend(_statements(_parse(text, position), text, position, 0))
        elif text.strip():
            out.append(Piece(code, position, text, _ASSERT.match(text) is not None))
        position = end
    return out


def _next_statement(lines, start):
    """Index of the first line from `start` on that can begin a statement."""
    for index in range(min(start, len(lines)), len(lines)):
        if not _CONTINUES.match(lines[index]):
            return index
    return len(lines)


def _whole(source):
    """The pieces of a suite that has to be parsed at once, and the error where there is one."""
    tree = _parse(source, 0)
    flags = 0
    if "__future__" in source:
        # Such an import holds for the whole file, and is refused anywhere but at its beginning.
        flags = compile(tree, SUITE_FILE % 0, "exec", dont_inherit=True).co_flags & _future_flags()
    return _statements(tree, source, 0, flags)


def _parse(text, above):
    import ast  # few suites need it, and it takes milliseconds

    return ast.parse(text, SUITE_FILE % above)


def _statements(tree, text, above, flags):
    """A piece for each statement of a tree whose text begins `above` lines into the suite."""
    import ast

    lines = _LINE.findall(text)
    out = []
    for statement in tree.body:
        code = compile(ast.Module([statement], []), SUITE_FILE % above, "exec", flags, dont_inherit=True)
        own = "".join(lines[statement.lineno - 1:statement.end_lineno])
        out.append(Piece(code, above + statement.lineno - 1, own, isinstance(statement, ast.Assert)))
    return out


def _future_flags():
    import __future__

    flags = 0
    for name in __future__.all_feature_names:
        flags |= getattr(__future__, name).compiler_flag
    return flags


def line_of(frame, lineno):
    """Line of the whole suite for a line in a frame of one of its pieces; None for other code."""
    name = frame.f_code.co_filename
    return lineno + int(name[7:-1]) if name.startswith("<suite+") else None


def names(code):
    """Names that a code object, and the code inside it, looks up in the module's namespace."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, type(code)):
            found |= names(constant)
    return found
