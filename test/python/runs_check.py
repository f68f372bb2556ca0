"""Compares parsing_runs with trying all ranges, over random texts; prints the seeds that differ. Arguments: a seed, a
count, the folder of the analyser.

Ranges end where a statement could start in column 0. So a definition with a broken line inside is no range up to that
line: what remains of it would not be what was written. No line both opens and closes a string, since then texts have
two readings, and the one from the top is taken."""
import ast
import random
import sys
import warnings

sys.path.insert(0, sys.argv[3])
warnings.simplefilter("ignore")

from analysis.runs import Budget, parsing_runs  # noqa: E402

LINES = (
    ["import math", "x = 1", "def f(a):", "    return a", "    if a:", "        pass", "", "    # comment", "# heading"]
    + ["class A:", "    def g(self):", "        return 1", "else:", "try:", "except ValueError:", "    x = [", "]", "y = (1,"]
    + ["2)", 'text = """a', '1"""', "Some words here", "It's prose", "| a | b |", "```", "- item", "@cache", "print(", ")", "return"]
    + ["done", "1. First", "def broken(:", "    return dp[i - ]", "if x:", "    y = 2", "z = '''a", "1'''", "\\", "x += \\"]
)


def parses(lines):
    try:
        ast.parse("\n".join(lines))
        return True
    except (SyntaxError, ValueError):
        return False


def starts_statement(line):
    return bool(line) and line[0] not in " \t#)]}" and line.split(":")[0].split(" ")[0] not in ("else", "except")


def longest(lines):
    """Most lines that are not blank, of ranges that parse and hold a statement."""
    best = 0
    for start in range(len(lines)):
        if starts_statement(lines[start]):
            for end in range(len(lines), start, -1):
                if (end == len(lines) or starts_statement(lines[end])) and parses(lines[start:end]):
                    best = max(best, sum(1 for line in lines[start:end] if line.strip()))
                    break
    return best


for seed in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
    chosen = random.Random(seed)
    lines = [chosen.choice(LINES) for _ in range(chosen.randrange(1, 14))]
    runs, _ = parsing_runs(lines, Budget(10**9, 10**9))
    found = max((sum(1 for line in lines[r.start:r.end] if line.strip()) for r in runs), default=0)
    if found < longest(lines):
        print(seed, found, longest(lines), lines)
