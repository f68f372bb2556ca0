"""Runs rows the plain way: prelude, solution, `solution = Solution()` and suite in one process, no sandbox.

A plain run shows everything but two verdicts: that an answer is too large (`output-limit`), and that answers differ
between processes (`flaky`). For those it checks what can be checked: the row passes, and the value in question is what
the fault says.
"""

import ast
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from .prelude import PRELUDE
from .task import Task

TIME_LIMIT_S = 10
MEMORY_LIMIT_BYTES = 4 << 30
HASH_SEEDS = (0, 1, 2, 3, 12345)
RESULT_LIMIT_BYTES = 64 << 20

#: Prints a digest of every answer, to compare processes and to see the largest one.
_TRACE = '''
import atexit as _atexit, hashlib as _hashlib
_digest, _largest = _hashlib.sha256(), [0]
def _traced(method):
    def call(*args, **named):
        result = method(*args, **named)
        text = repr(result).encode("utf-8", "backslashreplace")
        _digest.update(text)
        _largest[0] = max(_largest[0], len(text))
        return result
    return call
_atexit.register(lambda: print(_digest.hexdigest(), _largest[0]))
'''

_EXCEPTIONS = {
    'SyntaxError': 'suite-syntax-error',
    'NameError': 'undefined-name',
    'AssertionError': 'wrong-answer',
    'ModuleNotFoundError': 'import-error',
    'ImportError': 'import-error',
    'MemoryError': 'memory-limit',
}


def screened(row: Dict[str, Any]) -> Optional[str]:
    """The structural reason, None when the row can be run."""
    if not all(isinstance(row.get(column), str) for column in ('canonical_solution', 'test_case')):
        return 'unparsable-row'
    try:
        module = ast.parse(row['canonical_solution'])
    except SyntaxError:
        return 'unparsable-solution'
    classes = [node for node in module.body if isinstance(node, ast.ClassDef) and node.name == 'Solution']
    if not classes:
        return 'no-solution-class'
    methods = [node.name for node in classes[-1].body if isinstance(node, ast.FunctionDef)]
    if all(name.startswith('__') and name.endswith('__') for name in methods):
        return 'no-entry-point'
    try:
        tested = bool(ast.parse(row['test_case']).body)
    except SyntaxError:
        tested = True
    return None if tested else 'no-tests'


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(row: Dict[str, Any], hash_seed: int, traced_entry: Optional[str] = None) -> Tuple[Optional[str], str]:
    """The reason a plain run gives (None: passed) and the last line of its output."""
    instance = 'solution = Solution()\n'
    if traced_entry:
        instance = _TRACE + instance + f'solution.{traced_entry} = _traced(solution.{traced_entry})\n'
    program = '\n'.join([PRELUDE, row['canonical_solution'], instance, row['test_case']])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'program.py'
        path.write_text(program, encoding='utf-8')
        # Not -I: it would ignore PYTHONHASHSEED. The environment and the folder are empty, which comes to the same.
        child = subprocess.Popen(
            [sys.executable, '-S', '-s', str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={'PATH': os.defpath, 'PYTHONHASHSEED': str(hash_seed)},
            preexec_fn=_limit,
            start_new_session=True,
        )
        try:
            output = child.communicate(timeout=TIME_LIMIT_S)[0].decode('utf-8', 'replace').strip()
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return 'timeout', ''
    last = output.splitlines()[-1] if output else ''
    if child.returncode == 0:
        return None, last
    exception = next((line for line in reversed(output.splitlines()) if line.split(':')[0].isidentifier()), last)
    return _EXCEPTIONS.get(exception.split(':')[0], 'runtime-error'), exception


def _observed(row: Dict[str, Any], task: Task) -> str:
    """What the runs showed, as a reason code or 'passed'; several codes when the hash seeds disagree."""
    structural = screened(row)
    if structural:
        return structural
    seeds = HASH_SEEDS[:1] if task.reason == 'timeout' else HASH_SEEDS
    seen = {run(row, seed)[0] or 'passed' for seed in seeds}
    if seen == {'passed'} and task.reason in ('flaky', 'output-limit'):
        traces = [run(row, 0, task.entry)[1].split() for _ in range(2)]
        if len({digest for digest, _ in traces}) > 1:
            return 'flaky'
        if int(traces[0][1]) > RESULT_LIMIT_BYTES:
            return 'output-limit'
    return ' or '.join(sorted(seen))


def verify(path: Path, tasks: List[Task]) -> int:
    """Runs every row of the file; prints what differs; 0 when nothing does, else 1."""
    rows = [json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()]
    wrong = 0
    for row, task in zip(rows, tasks):
        observed, expected = _observed(row, task), task.reason or 'passed'
        if observed != expected or row['problem_idx'] != task.idx:
            wrong += 1
            print(f'{task.idx} {task.name}: expected {expected}, observed {observed}', file=sys.stderr)
    print(f'{len(rows)} rows run, {wrong} differ from the expectation')
    return 1 if wrong or len(rows) != len(tasks) else 0
