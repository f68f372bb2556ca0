"""Records a suite: every expected value comes from running the solution."""

import copy

from .literal import literal


class Recording:
    """What a suite writer works with: a seeded generator, and one solution instance as the suite has it."""

    def __init__(self, rng, names, entry, draw):
        self.rng = rng
        self.names = names
        self.entry = entry
        self.draw = draw
        self.solution = names['Solution']() if 'Solution' in names else None

    def value(self, *args, **named):
        """The result of one call; the caller's arguments stay as they are."""
        return getattr(self.solution, self.entry)(*copy.deepcopy(args), **copy.deepcopy(named))

    def call(self, *args, **named):
        """Source of one call, keyword arguments last."""
        shown = [literal(arg) for arg in args]
        shown += [f'{name}={literal(arg)}' for name, arg in named.items()]
        return f'solution.{self.entry}({", ".join(shown)})'

    def line(self, *args, **named):
        """One assert that the recorded result comes out of this call."""
        return f'assert {self.call(*args, **named)} == {literal(self.value(*args, **named))}'

    def evaluate(self, source):
        """The value of an expression under the prelude, with `solution` bound."""
        return eval(source, {**self.names, 'solution': self.solution})

    def standard(self, count=100):
        """`count` asserts on drawn arguments."""
        return [self.line(*self.draw(self.rng)) for _ in range(count)]
