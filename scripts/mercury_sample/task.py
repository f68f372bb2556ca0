"""What a task of the sample is, and the upstream row that it becomes."""

import hashlib
import json
import random
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any, Callable, List, Optional, Tuple

from .hooks import EVALUATE_EQUAL, CONVERT_NOTHING, CONVERT_ONLINE


@dataclass(frozen=True)
class Reference:
    """A solution of the pool and the runtime, in ms, that an online judge is said to have given it."""

    runtime_ms: int
    text: str


@dataclass(frozen=True)
class Task:
    id: str
    slug: str
    difficulty: str
    entry_point: str
    prompt: str
    statement: str
    references: List[Reference]
    # Source of generate_test_case(), which returns the arguments of one call.
    generator: Optional[str]
    # The right answer for plain arguments, told by other means than the references where that is possible.
    answer: Optional[Callable[..., Any]]
    examples: Tuple = ()
    generated: int = 24
    convert_offline: Optional[str] = CONVERT_NOTHING
    evaluate_offline: Optional[str] = EVALUATE_EQUAL
    convert_online: Optional[str] = CONVERT_ONLINE
    meta_info: Optional[dict] = None
    # False: `pretty_content` is empty and the statement is found in meta_info only.
    pretty: bool = True
    # The row as it stands, for tasks that are not gradable at all.
    overrides: dict = field(default_factory=dict)


def reference(runtime_ms: int, text: str) -> Reference:
    return Reference(runtime_ms, dedent(text).strip('\n'))


def solution_hash(text: str) -> int:
    """A signed 64-bit number that no double can hold exactly, as upstream's are."""
    digest = hashlib.sha256(text.encode()).digest()
    for start in range(0, len(digest), 8):
        number = int.from_bytes(digest[start : start + 8], 'big', signed=True) | 1
        if abs(number) > 2**53:
            return number
    raise ValueError('four hashes below 2^53 in a row')


def cases_of(task: Task) -> List[dict]:
    """The examples, then the generated cases. The generator draws from `random`, seeded with the task's name."""
    if task.generator is None or task.answer is None:
        return []
    namespace: dict = {}
    random.seed(task.slug)
    exec(task.generator, namespace)
    arguments = [list(example) for example in task.examples]
    arguments += [namespace['generate_test_case']() for _ in range(task.generated)]
    # Through JSON and back, so that an answer that changes its arguments cannot change the case.
    plain = [json.loads(json.dumps(each)) for each in arguments]
    return [{'input': each, 'expected': task.answer(*json.loads(json.dumps(each)))} for each in plain]


def row_of(task: Task) -> dict:
    """The row, with upstream's columns in upstream's order."""
    row = {
        'slug_name': task.slug,
        'meta_info': task.meta_info,
        'id': task.id,
        'difficulty': task.difficulty,
        'pretty_content': [task.statement] if task.pretty else [],
        'solutions': [
            {'hash': solution_hash(each.text), 'runtime': f'{each.runtime_ms}ms', 'solution': each.text}
            for each in task.references
        ],
        'prompt': task.prompt,
        'generator_code': task.generator,
        'convert_online': task.convert_online,
        'convert_offline': task.convert_offline,
        'evaluate_offline': task.evaluate_offline,
        'entry_point': task.entry_point,
        'test_cases': json.dumps(cases_of(task), ensure_ascii=False),
    }
    row.update(task.overrides)
    return row
