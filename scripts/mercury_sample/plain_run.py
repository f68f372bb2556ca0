"""Runs references the way the original evaluator runs a solution, without judging whether that is wise.

One namespace holds the prelude, the solution, its one instance, the hooks and the variables of the loop; a solution
runs in a forked process under one time limit for all its cases.
"""

import json
import os
import signal
import sys
from pathlib import Path

PIPELINE = Path(__file__).resolve().parents[2] / 'pipelines' / 'mercury'

# The original allows 30 s. Every reference here either needs under 4 s or never ends.
LIMIT_SECONDS = 10


class OutOfTime(BaseException):
    pass


def play(row: dict, solution: str, namespace: dict) -> str:
    """The original's status of one solution, in its words, but for time, which it reports as failed@eval."""
    try:
        exec(solution, namespace)
        exec('solution=Solution()', namespace)
        exec(row['convert_offline'], namespace)
        exec(row['evaluate_offline'], namespace)
    except Exception:
        return 'failed@load'
    total = passed = 0
    try:
        for case in json.loads(row['test_cases']):
            namespace['inputs'] = case['input']
            namespace['expected'] = case['expected']
            exec('inputs, expected = convert_offline((inputs, expected))', namespace)
            exec(f"outputs = solution.{row['entry_point']}(*inputs)", namespace)
            exec('passed = evaluate_offline(inputs, outputs, expected)', namespace)
            total += 1
            passed += 1 if namespace['passed'] else 0
    except Exception:
        return 'failed@eval'
    return 'passed' if passed == total else 'failed@cases'


def status(row: dict, solution: str) -> str:
    """Plays a solution in a child process, so that nothing it does stays."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)

        def out_of_time(_number, _frame):
            raise OutOfTime

        signal.signal(signal.SIGALRM, out_of_time)
        signal.alarm(LIMIT_SECONDS)
        result = 'failed@error'
        try:
            sys.path.insert(0, str(PIPELINE))
            namespace: dict = {}
            exec((PIPELINE / 'prelude.py').read_text(), namespace)
            result = play(row, solution, namespace)
        except OutOfTime:
            result = 'timeout'
        finally:
            os.write(writer, result.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, 'rb') as stream:
        result = stream.read().decode()
    os.waitpid(child, 0)
    return result
