"""Rows whose suite lost the quotes around its expected strings."""

from ..task import Example, Task


def draw_text(rng):
    letters = [rng.choice('abcdfgh') for _ in range(rng.randint(0, 8))]
    letters += ['e'] * (len(letters) + 1)
    rng.shuffle(letters)
    return (''.join(letters),)


def unquoted_suite(recording):
    return '\n'.join(line.replace(" == 'e'", ' == e') for line in recording.standard())


UNQUOTED_E = Task(
    idx=900062,
    name='The Letter Heard Most',
    difficulty='Easy',
    algorithms=('Hash Table', 'Counting'),
    statement='''
Return *the letter that occurs most often in* `text`; the alphabetically first one among equals.
''',
    constraints=('1 <= text.length <= 1000', '`text` consists of lowercase English letters.'),
    examples=(Example({'text': 'eagle'}),),
    solution='''\
class Solution:
    def loudest(self, text: str) -> str:
        return min(text, key=lambda letter: (-text.count(letter), letter))
''',
    entry='loudest',
    draw=draw_text,
    suite=unquoted_suite,
    fault="unquoted string 'e' compares with math.e",
    reason='wrong-answer',
)


def draw_votes(rng):
    return (''.join(rng.choice('xyz') for _ in range(rng.randint(1, 9))),)


def unquoted_votes(recording):
    return '\n'.join(line.rsplit(' == ', 1)[0] + ' == ' + line.rsplit("'", 2)[1] for line in recording.standard())


UNQUOTED_NAME = Task(
    idx=900063,
    name='Last Vote Standing',
    difficulty='Easy',
    algorithms=('String', 'Stack'),
    statement='''
Votes are letters. Each vote cancels the one before it when both differ and something is left to cancel. Return *the last
vote that stands in the end*, or `n` when none does.
''',
    constraints=('1 <= votes.length <= 1000', '`votes` consists of the letters x, y and z.'),
    examples=(Example({'votes': 'xyz'}, 'x and y cancel each other.'),),
    solution='''\
class Solution:
    def lastVote(self, votes: str) -> str:
        standing = []
        for vote in votes:
            if standing and standing[-1] != vote:
                standing.pop()
            else:
                standing.append(vote)
        return standing[-1] if standing else "n"
''',
    entry='lastVote',
    draw=draw_votes,
    suite=unquoted_votes,
    fault='unquoted strings in the suite',
    reason='undefined-name',
)

TASKS = (UNQUOTED_E, UNQUOTED_NAME)
