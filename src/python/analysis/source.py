"""Parse Python source, say in one line what is wrong with it, and find the text behind a node."""
from __future__ import annotations

import ast

# Messages of a parser that came to the end inside something; it also uses the first for brackets left open on the way.
_OPEN_ENDED = ("was never closed", "unterminated triple-quoted", "unexpected EOF", "expected an indented block")
# From Python 3.11 the parser itself says whether more text could have completed what it was given.
_ALLOW_INCOMPLETE = 0x4000


class Unparsable(Exception):
    """The source is not a Python program. `line` counts from 1, None where the parser names none."""

    def __init__(self, message: str, line: int | None = None, text: str = ""):
        super().__init__(message)
        self.message = message
        self.line = line
        self._text = text

    def __str__(self) -> str:
        return self.message if self.line is None else f"{self.message} (line {self.line})"

    @property
    def is_open_ended(self) -> bool:
        """Does it look as if a string, a bracket or a block did not end?"""
        return any(part in self.message for part in _OPEN_ENDED)

    @property
    def is_at_end(self) -> bool:
        """Could more text have completed it, or is it the last line that is broken?"""
        if not self._text:
            return False
        if (self.line or 0) >= self._text.rstrip().count("\n") + 1:
            return True
        try:
            compile(self._text, "<program>", "exec", ast.PyCF_ONLY_AST | _ALLOW_INCOMPLETE, dont_inherit=True)
        except SyntaxError as error:
            return "incomplete input" in str(error)
        except ValueError:
            # Python 3.9 and 3.10 do not know the flag.
            return self.is_open_ended
        except (RecursionError, MemoryError):
            pass
        return False


class NotFound(Exception):
    """The source does not hold what was asked for."""


def normal_newlines(text: str) -> str:
    """Line ends as the parser sees them, inside string literals too."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def parse(text: str) -> ast.Module:
    """The module's tree. Raises Unparsable, whatever the text is."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise _from_syntax_error(error, text) from None
    except UnicodeError:
        raise Unparsable("the text holds a lone surrogate, which no source file can") from None
    except ValueError as error:
        raise Unparsable(str(error)) from None
    except (RecursionError, MemoryError) as error:
        raise Unparsable(f"nested too deeply or too large for the parser ({type(error).__name__})") from None


def check(text: str) -> None:
    """Raise Unparsable unless the text compiles: the compiler refuses what the parser lets pass, `return` outside a
    function or two parameters of one name. Compiling runs nothing."""
    try:
        compile(text, "<program>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise _from_syntax_error(error, text) from None
    except UnicodeError:
        raise Unparsable("the text holds a lone surrogate, which no source file can") from None
    except ValueError as error:
        raise Unparsable(str(error)) from None
    except (RecursionError, MemoryError, OverflowError, SystemError) as error:
        raise Unparsable(f"nested too deeply or too large for the compiler ({type(error).__name__})") from None


def _from_syntax_error(error: SyntaxError, text: str) -> Unparsable:
    kind = "" if type(error) is SyntaxError else f"{type(error).__name__}: "
    return Unparsable(kind + (error.msg or "invalid syntax"), error.lineno, text)


class Source:
    """A text that parses, with its tree; offsets count characters."""

    def __init__(self, text: str, tree: ast.Module | None = None):
        self.text = text
        self.tree = parse(text) if tree is None else tree
        self.lines = text.split("\n")
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def offset(self, line: int, column: int) -> int:
        """Of a parser's position: line from 1, column in bytes of UTF-8."""
        content = self.lines[line - 1]
        if not content.isascii():
            column = len(content.encode()[:column].decode(errors="ignore"))
        return self._starts[line - 1] + column

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Start and end offset of a statement, its decorators included."""
        start = self.offset(node.lineno, node.col_offset)
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            first = self.offset(decorators[0].lineno, decorators[0].col_offset)
            start = min(start, self.text.rfind("@", 0, first))
        return start, self.offset(node.end_lineno, node.end_col_offset)

    def segment(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.text[start:end]
