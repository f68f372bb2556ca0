"""Words: grouping them, and mending them into palindromes."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def shelves_needed(titles):
    return len({tuple(sorted(title)) for title in titles})


ANAGRAM_SHELVES = Task(
    id='9008',
    slug='anagram-shelves',
    difficulty='Easy',
    entry_point='countShelves',
    prompt=starter('countShelves', [('titles', 'List[str]')], 'int'),
    statement=dedent('''\
        A whimsical librarian puts two books on the same shelf exactly when the title of one is an anagram of the
        title of the other. Return the number of shelves that the given titles need.

        Example 1:
        Input: titles = ["listen", "stone", "silent", "notes", "lemon"]
        Output: 3

        Constraints:
        1 <= titles.length <= 120
        Titles consist of 1 to 12 lowercase letters.'''),
    examples=([['listen', 'stone', 'silent', 'notes', 'lemon']], [['a']], [['ab', 'ba', 'abb']]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            titles = []
            for _ in range(random.randint(25, 45)):
                word = random.choices("abcdefgh", k=random.randint(4, 9))
                for _ in range(random.randint(1, 3)):
                    random.shuffle(word)
                    titles.append("".join(word))
            random.shuffle(titles)
            return [titles]
        '''),
    answer=shelves_needed,
    references=[
        reference(63, '''
            class Solution:
                def countShelves(self, titles: List[str]) -> int:
                    return len(set("".join(sorted(title)) for title in titles))
        '''),
        reference(120, '''
            class Solution:
                def countShelves(self, titles: List[str]) -> int:
                    shelves = defaultdict(list)
                    for title in titles:
                        count = [0] * 26
                        for letter in title:
                            count[ord(letter) - 97] += 1
                        shelves[tuple(count)].append(title)
                    return len(shelves)
        '''),
        reference(310, '''
            class Shelf:
                def __init__(self, title):
                    self.letters = sorted(title)

                def takes(self, title):
                    return self.letters == sorted(title)

            class Solution(object):
                def countShelves(self, titles):
                    shelves = []
                    for title in titles:
                        if not any(shelf.takes(title) for shelf in shelves):
                            shelves.append(Shelf(title))
                    return len(shelves)
        '''),
    ],
)


def insertions(word):
    previous = [0] * (len(word) + 1)
    for letter in reversed(word):
        row = [0]
        for at, other in enumerate(word):
            row.append(previous[at] + 1 if letter == other else max(previous[at + 1], row[at]))
        previous = row
    return len(word) - previous[-1]


MIRROR_INSERTIONS = Task(
    id='9009',
    slug='mirror-insertions',
    difficulty='Hard',
    entry_point='insertionsNeeded',
    prompt=starter('insertionsNeeded', [('word', 'str')], 'int'),
    statement=dedent('''\
        In one step you may insert any letter anywhere into word. Return the smallest number of steps that turn it
        into a palindrome.

        Example 1:
        Input: word = "race"
        Output: 3
        Explanation: "ecarace" is one result.

        Example 2:
        Input: word = "level"
        Output: 0

        Constraints:
        1 <= word.length <= 60
        word consists of lowercase letters.'''),
    examples=(['race'], ['level'], ['ab']),
    generated=22,
    generator=dedent('''\
        import random

        def generate_test_case():
            return ["".join(random.choices("abcdef", k=random.randint(24, 48)))]
        '''),
    answer=insertions,
    references=[
        reference(96, '''
            class Solution:
                def insertionsNeeded(self, word: str) -> int:
                    size = len(word)
                    needed = [0] * size
                    for left in range(size - 2, -1, -1):
                        diagonal = 0
                        for right in range(left + 1, size):
                            kept = needed[right]
                            if word[left] == word[right]:
                                needed[right] = diagonal
                            else:
                                needed[right] = 1 + min(needed[right], needed[right - 1])
                            diagonal = kept
                    return needed[-1]
        '''),
        reference(188, '''
            class Solution(object):
                def insertionsNeeded(self, word):
                    size = len(word)
                    needed = [[0 for _ in range(size)] for _ in range(size)]
                    for width in range(1, size):
                        for left in range(size - width):
                            right = left + width
                            if word[left] == word[right]:
                                needed[left][right] = needed[left + 1][right - 1]
                            else:
                                needed[left][right] = 1 + min(needed[left + 1][right], needed[left][right - 1])
                    return needed[0][size - 1]
        '''),
        reference(407, '''
            class Solution:
                def insertionsNeeded(self, word: str) -> int:
                    @lru_cache(None)
                    def needed(left, right):
                        if left >= right:
                            return 0
                        if word[left] == word[right]:
                            return needed(left + 1, right - 1)
                        return 1 + min(needed(left + 1, right), needed(left, right - 1))

                    return needed(0, len(word) - 1)
        '''),
    ],
)

TASKS = [ANAGRAM_SHELVES, MIRROR_INSERTIONS]
