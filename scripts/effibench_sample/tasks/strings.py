"""String processing, with and without helper classes."""

from ..task import Example, Task


def draw_runs(rng):
    return ''.join(rng.choice('abc') * rng.randint(1, 6) for _ in range(rng.randint(1, 9))), rng.randint(1, 4)


FOLD_RUNS = Task(
    idx=900011,
    name='Fold Long Runs',
    difficulty='Easy',
    algorithms=('String', 'Two Pointers'),
    statement='''
A run is a maximal block of equal letters in `text`. Replace every run of **at least** `threshold` letters by the letter
followed by the run's length, and leave shorter runs alone. Return *the folded text*.
''',
    constraints=('1 <= text.length <= 10^4', '`text` consists of lowercase English letters.', '1 <= threshold <= 100'),
    examples=(
        Example({'text': 'aaabccdddd', 'threshold': 3}, 'Only the runs of a and d are long enough.'),
        Example({'text': 'xyz', 'threshold': 1}),
    ),
    solution='''\
class Solution:
    def foldRuns(self, text: str, threshold: int) -> str:
        folded = []
        for letter, run in groupby(text):
            length = len(list(run))
            folded.append(f"{letter}{length}" if length >= threshold else letter * length)
        return "".join(folded)
''',
    entry='foldRuns',
    draw=draw_runs,
)


def draw_labels(rng):
    labels = sorted({''.join(rng.choice('abc') for _ in range(rng.randint(1, 6))) for _ in range(rng.randint(1, 14))})
    rng.shuffle(labels)
    return labels, [''.join(rng.choice('abc') for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(1, 6))]


LABEL_SHELVES = Task(
    idx=900012,
    name='Labels on the Shelves',
    difficulty='Medium',
    algorithms=('Trie', 'String', 'Design'),
    statement='''
An archive owns boxes with distinct `labels`. For every string in `queries` count the labels that **start with** it.

Return *the list of counts, in the order of the queries*.
''',
    constraints=(
        '1 <= labels.length, queries.length <= 10^4',
        '1 <= labels[i].length, queries[i].length <= 50',
        'All strings consist of lowercase English letters.',
    ),
    examples=(
        Example({'labels': ['map', 'maple', 'mark', 'oak'], 'queries': ['ma', 'map', 'pine']}),
        Example({'labels': ['a'], 'queries': ['a', 'ab']}),
    ),
    solution='''\
class Shelf:
    __slots__ = ("children", "boxes")

    def __init__(self):
        self.children = {}
        self.boxes = 0

    def put(self, label):
        node = self
        for letter in label:
            node = node.children.setdefault(letter, Shelf())
            node.boxes += 1

    def below(self, prefix):
        node = self
        for letter in prefix:
            node = node.children.get(letter)
            if node is None:
                return 0
        return node.boxes


class Solution:
    def countLabels(self, labels: List[str], queries: List[str]) -> List[int]:
        root = Shelf()
        for label in labels:
            root.put(label)
        return [root.below(prefix) for prefix in queries]
''',
    entry='countLabels',
    draw=draw_labels,
)


def draw_cover(rng):
    text = ''.join(rng.choice('abcdef') for _ in range(rng.randint(1, 40)))
    return text, ''.join(rng.choice('abcdef') for _ in range(rng.randint(1, 5)))


SHORTEST_COVER = Task(
    idx=900013,
    name='Shortest Ribbon With All Beads',
    difficulty='Hard',
    algorithms=('Sliding Window', 'Hash Table', 'String'),
    statement='''
A ribbon is a string of coloured beads, one letter a colour. You may cut out one contiguous piece. It must hold every
letter of `order` **at least as often** as `order` does.

Return *the length of the shortest such piece*, or `-1` when there is none.
''',
    constraints=('1 <= ribbon.length, order.length <= 10^5', 'Both strings consist of lowercase English letters.'),
    examples=(
        Example({'ribbon': 'abcaacb', 'order': 'aab'}, 'The piece "aacb" has two a and one b.'),
        Example({'ribbon': 'abc', 'order': 'dd'}),
    ),
    solution='''\
class Solution:
    def shortestPiece(self, ribbon: str, order: str) -> int:
        need = Counter(order)
        missing = len(order)
        best, left = inf, 0
        for right, bead in enumerate(ribbon):
            if need[bead] > 0:
                missing -= 1
            need[bead] -= 1
            while missing == 0:
                best = min(best, right - left + 1)
                need[ribbon[left]] += 1
                if need[ribbon[left]] > 0:
                    missing += 1
                left += 1
        return -1 if best == inf else best
''',
    entry='shortestPiece',
    draw=draw_cover,
)


def draw_roll(rng):
    return ([''.join(rng.choice('aeéèoöß中文\U0001f600\U0001f6f6') for _ in range(rng.randint(1, 4))) for _ in range(6)],)


def roll_suite(recording):
    lines = recording.standard(98)
    lines.append(recording.line(['\ud83d', 'z', '\udc00']))
    lines.append(recording.line(["it's", 'say "x"', 'tab\there', 'back\\slash', '\x00']))
    return '\n'.join(lines)


ROLL_CALL = Task(
    idx=900014,
    name='Roll Call by Code Points',
    difficulty='Easy',
    algorithms=('String', 'Sorting'),
    statement='''
Passengers of every country signed the list `names`. Sort the names by their **largest** code point, largest first; names
with the same largest code point keep their order. Return *the sorted list, each name reversed*.
''',
    constraints=('1 <= names.length <= 1000', '1 <= names[i].length <= 30'),
    examples=(Example({'names': ['ab', 'zoé', 'né']}, 'Both é names come first, in their old order.'),),
    solution='''\
class Solution:
    def rollCall(self, names: List[str]) -> List[str]:
        return [name[::-1] for name in sorted(names, key=lambda name: -max(map(ord, name)))]
''',
    entry='rollCall',
    draw=draw_roll,
    suite=roll_suite,
)

TASKS = (FOLD_RUNS, LABEL_SHELVES, SHORTEST_COVER, ROLL_CALL)
