"""What every row of the sample must come out as."""

import json
from typing import Any, Dict, List

from .task import Task

STRUCTURAL = ('no-tests', 'no-solution-class', 'no-entry-point', 'unparsable-solution', 'unparsable-row')


def _totals(tasks: List[Task]) -> Dict[str, Any]:
    by_reason: Dict[str, int] = {}
    for task in tasks:
        if task.reason is not None:
            by_reason[task.reason] = by_reason.get(task.reason, 0) + 1
    usable = sum(task.reason not in STRUCTURAL for task in tasks)
    kept = sum(task.reason is None for task in tasks)
    return {
        'total': len(tasks),
        'structurally_usable': usable,
        'kept': kept,
        'by_reason': dict(sorted(by_reason.items())),
    }


def expected_json(tasks: List[Task]) -> str:
    """The expectations file: a row a line, then the totals."""
    rows = [
        json.dumps({'problem_idx': task.idx, 'fault': task.fault, 'reason': task.reason}, ensure_ascii=False)
        for task in tasks
    ]
    totals = json.dumps(_totals(tasks))
    return '{"rows": [\n' + ',\n'.join(rows) + '\n],\n"totals": ' + totals + '}\n'
