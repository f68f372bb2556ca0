"""Letters of one string. The first task's prompt still carries a terminal's colours, as some upstream ones do."""

from textwrap import dedent

from .prompt import command_line, starter
from .task import Task, reference


def longest_two(text):
    count = len(text)
    return max(
        (end - start for start in range(count) for end in range(start, count + 1) if len(set(text[start:end])) < 3),
        default=0,
    )


TWO_LETTER_RUN = Task(
    id='9006',
    slug='two-letter-run',
    difficulty='Medium',
    entry_point='longestRun',
    prompt=command_line('9006', 'Two Letter Run', starter('longestRun', [('text', 'str')], 'int')),
    statement=dedent('''\
        Return the length of the longest piece of consecutive letters of text in which at most two different letters
        occur.

        Example 1:
        Input: text = "abcbba"
        Output: 4
        Explanation: "bcbb".

        Example 2:
        Input: text = ""
        Output: 0

        Constraints:
        0 <= text.length <= 300
        text consists of lowercase letters.'''),
    examples=(['abcbba'], [''], ['zz']),
    generator=dedent('''\
        import random

        def generate_test_case():
            letters = random.choice(["abc", "abcd", "qwertz"])
            weights = [random.choice([1, 20]) for _ in letters]
            return ["".join(random.choices(letters, weights, k=random.randint(90, 160)))]
        '''),
    answer=longest_two,
    references=[
        reference(58, '''
            class Solution:
                def longestRun(self, text: str) -> int:
                    best = run = tail = 0
                    last = other = ""
                    for letter in text:
                        if letter == last:
                            run += 1
                            tail += 1
                        elif letter == other:
                            run += 1
                            tail = 1
                            last, other = letter, last
                        else:
                            run = tail + 1
                            tail = 1
                            last, other = letter, last
                        if run > best:
                            best = run
                    return best
        '''),
        reference(72, '''
            class Solution:
                def longestRun(self, text: str) -> int:
                    latest = {}
                    start = best = 0
                    for at, letter in enumerate(text):
                        latest[letter] = at
                        if len(latest) > 2:
                            oldest = min(latest, key=latest.get)
                            start = latest.pop(oldest) + 1
                        best = max(best, at - start + 1)
                    return best
        '''),
        reference(540, '''
            class Solution(object):
                def longestRun(self, text):
                    best = 0
                    for start in range(len(text)):
                        kinds = set()
                        end = start
                        while end < len(text):
                            kinds.add(text[end])
                            if len(kinds) > 2:
                                break
                            end += 1
                        best = max(best, end - start)
                    return best
        '''),
        reference(923, '''
            class Solution:
                def longestRun(self, text):
                    size = len(text)
                    while size > 2:
                        for start in range(len(text) - size + 1):
                            if len(set(text[start:start + size])) <= 2:
                                return size
                        size -= 1
                    return size
        '''),
    ],
)


def first_lonely(text):
    return next((at for at, letter in enumerate(text) if text.count(letter) == 1), -1)


LONELY_LETTER = Task(
    id='9007',
    slug='first-lonely-letter',
    difficulty='Easy',
    entry_point='firstLonely',
    prompt=starter('firstLonely', [('text', 'str')], 'int'),
    statement=dedent('''\
        Return the index of the first character of text that occurs in it exactly once, or -1 if every character
        occurs again.

        Example 1:
        Input: text = "tarot"
        Output: 1

        Example 2:
        Input: text = "noon"
        Output: -1

        Constraints:
        1 <= text.length <= 500
        text consists of printable characters, not only of ASCII.'''),
    examples=(['tarot'], ['noon'], ['öffne die Tür'], ['\U0001f34e\U0001f350\U0001f34e']),
    generated=26,
    generator=dedent('''\
        import random

        def generate_test_case():
            letters = [chr(code) for code in range(97, 123)] + list("äßéñ漢字")
            text = random.choices(letters, k=random.randint(150, 300))
            text += random.sample(text, len(text) // 3)
            if random.random() < 0.7:
                text.insert(random.randrange(len(text) // 2, len(text)), "_")
            return ["".join(text)]
        '''),
    answer=first_lonely,
    references=[
        reference(44, '''
            class Solution:
                def firstLonely(self, text: str) -> int:
                    best = len(text)
                    for letter in set(text):
                        at = text.find(letter)
                        if at < best and text.find(letter, at + 1) < 0:
                            best = at
                    return best if best < len(text) else -1
        '''),
        reference(75, '''
            class Solution:
                def firstLonely(self, text: str) -> int:
                    times = {}
                    for letter in text:
                        times[letter] = times.get(letter, 0) + 1
                    for at, letter in enumerate(text):
                        if times[letter] == 1:
                            return at
                    return -1
        '''),
        reference(102, '''
            class Solution(object):
                def firstLonely(self, text):
                    for at in range(len(text)):
                        if text.find(text[at]) == text.rfind(text[at]):
                            return at
                    return -1
        '''),
        reference(391, '''
            class Solution:
                def firstLonely(self, text):
                    for at, letter in enumerate(text):
                        alone = True
                        for other, again in enumerate(text):
                            if again == letter and other != at:
                                alone = False
                                break
                        if alone:
                            return at
                    return -1
        '''),
    ],
)

TASKS = [TWO_LETTER_RUN, LONELY_LETTER]
