"""Turns authored tasks into rows in the upstream's format."""

import json
import random
from typing import Any, Dict, List, Tuple

from .generator_text import generator_text
from .literal import literal
from .markup import ShownExample, html_statement, markdown_statement
from .prelude import prelude_names
from .recording import Recording
from .task import Task


def _shown_value(value: Any) -> str:
    """A value as statements spell it: JSON without spaces where JSON has the type."""
    if isinstance(value, (list, tuple)):
        return '[' + ','.join(map(_shown_value, value)) + ']'
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    return literal(value)


def _solution_names(task: Task) -> Dict[str, Any]:
    names = prelude_names()
    exec(compile(task.recorder or task.solution, f'<task {task.idx}>', 'exec'), names)
    return names


def _recording(task: Task) -> Recording:
    return Recording(random.Random(task.idx), _solution_names(task), task.entry, task.draw)


def _examples(task: Task) -> Tuple[List[ShownExample], List[str]]:
    """The examples as shown, and the lines of `small_test_cases`."""
    shown_examples, lines = [], []
    for example in task.examples:
        if example.shown is not None and example.output is not None:
            shown_examples.append((example.shown, example.output, example.note))
            lines.append(example.check or '')
            continue
        recording = _recording(task)
        shown = ', '.join(f'{name} = {_shown_value(value)}' for name, value in example.args.items())
        output = _shown_value(recording.value(*example.args.values()))
        shown_examples.append((example.shown or shown, example.output or output, example.note))
        lines.append(example.check or recording.line(*example.args.values()))
    return shown_examples, [line for line in lines if line]


def _needs_literal(suite: str) -> bool:
    return any(mark in suite for mark in ('deque(', 'Counter(', 'inf', '{'))


def row_of(task: Task) -> Dict[str, Any]:
    """One row, columns in the upstream's order."""
    examples, small = _examples(task)
    recording = _recording(task)
    suite = task.suite(recording) if task.suite else '\n'.join(recording.standard())
    row: Dict[str, Any] = {
        'problem_idx': task.idx,
        'task_name': task.name,
        'description': html_statement(task, examples),
        'markdown_description': markdown_statement(task, examples),
        'canonical_solution': task.solution,
        'test_case_generator': generator_text(task, _needs_literal(suite)),
        'test_case': suite,
        'small_test_cases': '\nsolution = Solution()\n' + '\n'.join(small) + '\n',
        'difficulty': task.difficulty,
        'algorithms': list(task.algorithms),
    }
    row.update(task.replace)
    for column in task.omit:
        del row[column]
    return row


def jsonl_of(tasks: List[Task]) -> str:
    """The sample file: one row a line."""
    return ''.join(json.dumps(row_of(task), ensure_ascii=False) + '\n' for task in tasks)
