"""The whole sample: its tasks in order, its rows, and what running its references gives."""

import json
from collections import Counter
from typing import List

from . import (
    any_order, arrays, bare_rows, chains, counting, faulty_pool, hopeless_pool, in_place, in_place_nodes, linked_lists,
    looking_ahead, many_answers, numbers, orderings, strings, tree_results, trees, windows, words,
)
from .hooks import CONVERT_NOTHING, EVALUATE_EQUAL
from .plain_run import status
from .task import Task, row_of

THEMES = [
    arrays, windows, looking_ahead, strings, words, numbers, counting, linked_lists, chains, trees, tree_results,
    in_place, in_place_nodes, many_answers, orderings, any_order, faulty_pool, hopeless_pool, bare_rows,
]
TASKS: List[Task] = [task for theme in THEMES for task in theme.TASKS]


def rows_text() -> str:
    """One JSON object a line."""
    return ''.join(json.dumps(row_of(task), ensure_ascii=False) + '\n' for task in TASKS)


def verdict_of(row: dict) -> dict:
    """How many references pass, and why the row is dropped when none does."""
    references = len(row['solutions'])
    if row['test_cases'] == 'None':
        return {'solutions': references, 'passing': 0, 'cases': 0, 'reason': 'no-tests', 'failures': {}}
    # Without hooks the arguments are passed as they are and the results compared as they are.
    runnable = dict(
        row,
        convert_offline=row['convert_offline'] or CONVERT_NOTHING,
        evaluate_offline=row['evaluate_offline'] or EVALUATE_EQUAL,
    )
    found = Counter(status(runnable, each['solution']) for each in row['solutions'])
    passing = found.pop('passed', 0)
    if not passing and set(found) != {'failed@cases'}:
        raise ValueError(f"{row['slug_name']}: no one reason, its references fail in several ways: {found}")
    return {
        'solutions': references,
        'passing': passing,
        'cases': len(json.loads(row['test_cases'])),
        'reason': None if passing else 'wrong-answer',
        'failures': dict(sorted(found.items())),
    }


def verdicts_text(rows: str) -> str:
    """The expected verdicts of these rows, found by running every reference."""
    verdicts = {row['slug_name']: verdict_of(row) for row in map(json.loads, rows.splitlines())}
    return json.dumps(verdicts, indent=2) + '\n'
