"""One authored statement, two renderings: the HTML and the Markdown column of a row.

Authors write paragraphs separated by blank lines, `- ` list items, `code`, **strong**, *emphasis* and powers as
10^5. The Markdown column loses the power sign (10^5 reads 105), as it does upstream, where it was converted from HTML.
"""

import html
import re
from typing import List, Sequence, Tuple

from .task import Task

_INLINE = re.compile(r'`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*')
_POWER = re.compile(r'\^(-?\w+)')

#: An example as it is shown: input, output, explanation (may be empty).
ShownExample = Tuple[str, str, str]


def _escape(text: str) -> str:
    return html.escape(text).replace('&#x27;', '&#39;')


def _html_text(text: str) -> str:
    return _POWER.sub(r'<sup>\1</sup>', _escape(text))


def _html_inline(text: str) -> str:
    parts, end = [], 0
    for match in _INLINE.finditer(text):
        parts.append(_html_text(text[end : match.start()]))
        code, strong, emphasis = match.groups()
        if code is not None:
            parts.append(f'<code>{_html_text(code)}</code>')
        elif strong is not None:
            parts.append(f'<strong>{_html_text(strong)}</strong>')
        else:
            parts.append(f'<em>{_html_text(emphasis)}</em>')
        end = match.end()
    parts.append(_html_text(text[end:]))
    return ''.join(parts)


def _html_list(items: Sequence[str]) -> str:
    return '<ul>\n' + ''.join(f'\t<li>{_html_inline(item)}</li>\n' for item in items) + '</ul>'


def _blocks(statement: str) -> List[Tuple[str, List[str]]]:
    blocks = []
    for block in re.split(r'\n\s*\n', statement.strip()):
        lines = block.split('\n')
        if all(line.startswith('- ') for line in lines):
            blocks.append(('list', [line[2:] for line in lines]))
        else:
            blocks.append(('text', [' '.join(lines)]))
    return blocks


def html_statement(task: Task, examples: Sequence[ShownExample]) -> str:
    """The `description` column."""
    parts = []
    for kind, lines in _blocks(task.statement):
        parts.append(_html_list(lines) if kind == 'list' else f'<p>{_html_inline(lines[0])}</p>')
    for number, (shown, output, note) in enumerate(examples, 1):
        parts.append(f'<p>&nbsp;</p>\n<p><strong class="example">Example {number}:</strong></p>')
        lines = [f'<strong>Input:</strong> {_escape(shown)}', f'<strong>Output:</strong> {_escape(output)}']
        if note:
            lines.append(f'<strong>Explanation:</strong> {_escape(note)}')
        parts.append('<pre>\n' + '\n'.join(lines) + '\n</pre>')
    parts.append('<p>&nbsp;</p>\n<p><strong>Constraints:</strong></p>')
    parts.append(_html_list([item if '`' in item else f'`{item}`' for item in task.constraints]))
    return '\n\n' + '\n\n'.join(parts) + '\n\n'


def _without_powers(text: str) -> str:
    return _POWER.sub(r'\1', text)


def markdown_statement(task: Task, examples: Sequence[ShownExample]) -> str:
    """The `markdown_description` column."""
    parts = []
    for kind, lines in _blocks(task.statement):
        parts.append('\n'.join(f'* {line}' for line in lines) if kind == 'list' else lines[0])
    for number, (shown, output, note) in enumerate(examples, 1):
        lines = [f'**Input:** {shown}', f'**Output:** {output}']
        if note:
            lines.append(f'**Explanation:** {note}')
        parts.append(f'\N{NO-BREAK SPACE}\n\n\n**Example {number}:**\n\n\n\n```\n\n' + '\n'.join(lines) + '\n\n```')
    limits = [item if '`' in item else f'`{item}`' for item in task.constraints]
    parts.append('\N{NO-BREAK SPACE}\n\n\n**Constraints:**\n\n\n' + '\n'.join(f'* {item}' for item in limits))
    return '\n' + _without_powers('\n\n\n'.join(parts)) + '\n\n\n'
