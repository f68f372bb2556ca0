"""The `test_case_generator` column: a program that prints the suite, put together from the code that wrote it."""

import inspect
import types
from typing import Any, Dict, List

from .literal import literal
from .recording import Recording
from .task import Task

_SIMPLE = '''\
def generate_suite(count):
    rng = random.Random({seed})
    solution = Solution()
    lines = []
    for _ in range(count):
        arguments = {draw}(rng)
        shown = ', '.join(map({show}, arguments))
        expected = solution.{entry}(*arguments)
        lines.append(f'assert solution.{entry}({{shown}}) == {{{show}(expected)}}')
    return lines


if __name__ == '__main__':
    print('\\n'.join(generate_suite(100)))
'''

_OWN_SUITE = '''\
if __name__ == '__main__':
    recording = Recording(random.Random({seed}), globals(), {entry!r}, {draw})
    print({suite}(recording))
'''


def _codes(thing: Any) -> List[types.CodeType]:
    """Code objects of a function or a class's methods, nested ones included."""
    functions = [thing] if inspect.isfunction(thing) else [f for f in vars(thing).values() if inspect.isfunction(f)]
    codes, todo = [], [function.__code__ for function in functions]
    while todo:
        code = todo.pop()
        codes.append(code)
        todo += [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return codes


def _collect(thing: Any, found: Dict[str, Any], modules: Dict[str, Any]) -> None:
    """Adds to `found` what `thing` needs of this package, dependencies first, and the modules it imports."""
    names = vars(inspect.getmodule(thing))
    for code in _codes(thing):
        for name in code.co_names:
            value = names.get(name)
            if isinstance(value, types.ModuleType):
                modules[name] = value
            elif str(getattr(value, '__module__', '')).startswith(__package__) and name not in found and value is not thing:
                _collect(value, found, modules)
    found[thing.__name__] = thing


def generator_text(task: Task, needs_literal: bool) -> str:
    """The program's text. `needs_literal`: some value of the suite is not its own repr."""
    found: Dict[str, Any] = {}
    modules: Dict[str, Any] = {'random': None}
    draw = task.draw.__name__ if task.draw else 'None'
    if task.draw:
        _collect(task.draw, found, modules)
    if task.suite:
        _collect(Recording, found, modules)
        _collect(task.suite, found, modules)
        main = _OWN_SUITE.format(seed=task.idx, entry=task.entry, draw=draw, suite=task.suite.__name__)
    else:
        show = 'repr'
        if needs_literal:
            _collect(literal, found, modules)
            show = 'literal'
        main = _SIMPLE.format(seed=task.idx, draw=draw, entry=task.entry, show=show)
    header = '\n'.join(f'import {name}' for name in sorted(modules)) + '\nfrom typing import *\n'
    solution = task.generator_solution or task.recorder or task.solution
    sources = [inspect.getsource(thing) for thing in found.values()]
    return '\n' + '\n\n'.join([header, solution, *sources, main])
