"""A pool in which references fail, in every way there is. It is also larger than what is measured by default."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def turned_words(text):
    return ' '.join(reversed(text.split()))


MIXED_POOL = Task(
    id='9030',
    slug='words-backwards',
    difficulty='Easy',
    entry_point='wordsBackwards',
    prompt=starter('wordsBackwards', [('text', 'str')], 'str'),
    statement=dedent('''\
        Return the words of text in reverse order, with one space between them and none at the ends.

        Example 1:
        Input: text = "  the   last  word "
        Output: "word last the"

        Constraints:
        0 <= text.length <= 2000
        text consists of letters and spaces.'''),
    examples=(['  the   last  word '], [''], [' '], ['one']),
    generator=dedent('''\
        import random

        def generate_test_case():
            words = ["".join(random.choices("abcdefgh", k=random.randint(1, 7))) for _ in range(random.randint(90, 170))]
            return [" " * random.randint(0, 2) + "".join(word + " " * random.randint(1, 2) for word in words)]
        '''),
    answer=turned_words,
    references=[
        reference(31, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    return " ".join(text.split()[::-1])
        '''),
        reference(47, '''
            class Solution(object):
                def wordsBackwards(self, text):
                    print("asked for", len(text), "letters")
                    words = re.findall("[^ ]+", text)
                    words.reverse()
                    return " ".join(words)
        '''),
        reference(160, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    words, word = deque(), []
                    for letter in text:
                        if letter != " ":
                            word.append(letter)
                        elif word:
                            words.appendleft("".join(word))
                            word = []
                    if word:
                        words.appendleft("".join(word))
                    return " ".join(words)
        '''),
        reference(33, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    return " ".join(reversed(text.split()))
        '''),
        reference(39, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    words = text.split()
                    low, high = 0, len(words) - 1
                    while low < high:
                        words[low], words[high] = words[high], words[low]
                        low += 1
                        high -= 1
                    return " ".join(words)
        '''),
        reference(45, '''
            from functools import reduce

            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    return reduce(lambda answer, word: word + " " + answer if answer else word, text.split(), "")
        '''),
        reference(53, '''
            class Solution(object):
                def wordsBackwards(self, text):
                    answer = []
                    end = len(text)
                    while end > 0:
                        start = text.rfind(" ", 0, end) + 1
                        if start < end:
                            answer.append(text[start:end])
                        end = start - 1
                    return " ".join(answer)
        '''),
        reference(77, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    words = []
                    for word in text.split(" "):
                        if word:
                            words.insert(0, word)
                    return " ".join(words)
        '''),
        reference(143, '''
            class Solution(object):
                def wordsBackwards(self, text):
                    text = text.strip()
                    while "  " in text:
                        text = text.replace("  ", " ")
                    mirrored = text[::-1]
                    return " ".join(word[::-1] for word in mirrored.split(" "))
        '''),
        reference(238, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    answer = word = ""
                    for at in range(len(text)):
                        if text[at] == " ":
                            if word:
                                answer = word + " " + answer
                            word = ""
                        else:
                            word = word + text[at]
                    if word:
                        answer = word + " " + answer
                    return answer.rstrip()
        '''),
        # Wrong: spaces within the text survive.
        reference(34, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    return " ".join(reversed(text.strip().split(" ")))
        '''),
        # Wrong from the second case on: the default list outlives a call, and one instance serves all cases.
        reference(52, '''
            class Solution:
                def wordsBackwards(self, text: str, words=[]) -> str:
                    for word in text.split():
                        words.insert(0, word)
                    return " ".join(words)
        '''),
        # Raises: an empty text has no last word.
        reference(58, '''
            class Solution(object):
                def wordsBackwards(self, text):
                    words = text.split()
                    answer = words.pop()
                    while words:
                        answer += " " + words.pop()
                    return answer
        '''),
        # Raises: reduce is not among the names that an evaluator provides.
        reference(61, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    return reduce(lambda answer, word: word + " " + answer if answer else word, text.split(), "")
        '''),
        # Does not load: neither is Dict, and annotations are evaluated.
        reference(66, '''
            class Solution:
                def wordsBackwards(self, text: str, memory: Dict[str, str] = None) -> str:
                    return " ".join(text.split()[::-1])
        '''),
        # Does not load: a syntax error.
        reference(70, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    words = text.split()
                    print words
                    return " ".join(words[::-1])
        '''),
        # Never ends where there are two spaces in a row.
        reference(204, '''
            class Solution:
                def wordsBackwards(self, text: str) -> str:
                    text = text.strip()
                    while "  " in text:
                        text.replace("  ", " ")
                    return " ".join(text.split(" ")[::-1])
        '''),
    ],
)

TASKS = [MIXED_POOL]
