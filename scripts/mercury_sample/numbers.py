"""Arithmetic. One row tells its statement in meta_info only, one has numbers that no double can hold."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def settles(number):
    seen = set()
    while number not in seen:
        seen.add(number)
        number = sum(int(digit) ** 2 for digit in str(number))
    return number == 1


def settling(limit):
    return sum(settles(number) for number in range(1, limit + 1))


SETTLING_HTML = (
    '<p>Replace a positive integer by the sum of the squares of its decimal digits, again and again. '
    'The integer <strong>settles</strong> if this reaches <code>1</code>.</p>\n\n'
    '<p>Return <em>the number of integers from</em> <code>1</code> <em>to</em> <code>limit</code> '
    '<em>that settle</em>.</p>\n\n<p>&nbsp;</p>\n'
    '<p><strong class="example">Example 1:</strong></p>\n\n<pre>\n<strong>Input:</strong> limit = 10\n'
    '<strong>Output:</strong> 3\n<strong>Explanation:</strong> 1, 7 and 10 settle: 7 &rarr; 49 &rarr; 97 &rarr; 130 '
    '&rarr; 10 &rarr; 1.\n</pre>\n\n<p><strong>Constraints:</strong></p>\n\n<ul>\n'
    '\t<li><code>1 &lt;= limit &lt;= 10<sup>3</sup></code></li>\n</ul>\n'
)

SETTLING_NUMBERS = Task(
    id='9010',
    slug='settling-numbers',
    difficulty='Easy',
    entry_point='countSettling',
    prompt=starter('countSettling', [('limit', 'int')], 'int'),
    statement='',
    pretty=False,
    meta_info={
        'data': {
            'question': {
                'categoryTitle': 'Algorithms',
                'content': SETTLING_HTML,
                'difficulty': 'Easy',
                'questionFrontendId': '9010',
                'questionId': '9910',
                'questionTitle': 'Settling Numbers',
                'questionTitleSlug': 'settling-numbers',
                'similarQuestions': '[]',
                'stats': '{"totalAccepted": "0", "totalSubmission": "0", "acRate": "0%"}',
                'topicTags': [{'name': 'Math', 'slug': 'math'}, {'name': 'Hash Table', 'slug': 'hash-table'}],
            }
        }
    },
    examples=([10], [1], [2]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [random.randint(50, 260)]
        '''),
    answer=settling,
    references=[
        reference(39, '''
            class Solution:
                squares = [digit * digit for digit in range(10)]

                def countSettling(self, limit: int) -> int:
                    ends = {1: True, 4: False}
                    for start in range(1, limit + 1):
                        path = []
                        number = start
                        while number not in ends:
                            path.append(number)
                            total = 0
                            while number:
                                number, digit = divmod(number, 10)
                                total += self.squares[digit]
                            number = total
                        for passed in path:
                            ends[passed] = ends[number]
                    return sum(ends[start] for start in range(1, limit + 1))
        '''),
        reference(240, '''
            class Solution(object):
                def countSettling(self, limit):
                    found = 0
                    for number in range(1, limit + 1):
                        while number != 1 and number != 4:
                            total = 0
                            while number > 0:
                                total += (number % 10) ** 2
                                number //= 10
                            number = total
                        if number == 1:
                            found += 1
                    return found
        '''),
        reference(588, '''
            class Solution:
                def countSettling(self, limit: int) -> int:
                    def settles(number):
                        seen = set()
                        while number not in seen:
                            seen.add(number)
                            number = sum(int(digit) ** 2 for digit in str(number))
                        return number == 1

                    return len([number for number in range(1, limit + 1) if settles(number)])
        '''),
    ],
)


def widest_product(ledger):
    return max(a * b for i, a in enumerate(ledger) for b in ledger[:i])


WIDEST_PRODUCT = Task(
    id='9011',
    slug='widest-product',
    difficulty='Medium',
    entry_point='widestProduct',
    prompt=starter('widestProduct', [('ledger', 'List[int]')], 'int'),
    statement=dedent('''\
        A ledger holds at least two 63-bit entries, some of them negative. Return the largest product of two entries
        at different positions. The result is exact, however large it is.

        Example 1:
        Input: ledger = [9007199254740993, -2, 3]
        Output: 27021597764222979

        Example 2:
        Input: ledger = [-9223372036854775807, -9223372036854775807, 1]
        Output: 85070591730234615847396907784232501249

        Constraints:
        2 <= ledger.length <= 120
        -2^63 < ledger[i] < 2^63'''),
    examples=([[9007199254740993, -2, 3]], [[-9223372036854775807, -9223372036854775807, 1]], [[-1, 0]]),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(40, 70)
            signs = random.choice([[1], [-1], [1, -1], [1, -1, -1]])
            return [[random.choice(signs) * random.randint(2**53 + 1, 2**63 - 1) for _ in range(count)]]
        '''),
    answer=widest_product,
    references=[
        reference(47, '''
            class Solution:
                def widestProduct(self, ledger: List[int]) -> int:
                    low = heapq.nsmallest(2, ledger)
                    high = heapq.nlargest(2, ledger)
                    return max(low[0] * low[1], high[0] * high[1])
        '''),
        reference(54, '''
            class Solution:
                def widestProduct(self, ledger: List[int]) -> int:
                    ledger.sort()
                    return max(ledger[0] * ledger[1], ledger[-1] * ledger[-2])
        '''),
        reference(690, '''
            class Solution:
                def widestProduct(self, ledger):
                    return max(a * b for a, b in itertools.combinations(ledger, 2))
        '''),
        reference(981, '''
            class Solution(object):
                def widestProduct(self, ledger):
                    best = ledger[0] * ledger[1]
                    for i in range(len(ledger)):
                        for j in range(len(ledger)):
                            if i != j and ledger[i] * ledger[j] > best:
                                best = ledger[i] * ledger[j]
                    return best
        '''),
    ],
)

TASKS = [SETTLING_NUMBERS, WIDEST_PRODUCT]
