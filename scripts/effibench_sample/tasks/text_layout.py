"""Strings as layouts, stacks and tables."""

from ..task import Example, Task


def draw_banner(rng):
    width = rng.randint(8, 20)
    words = [''.join(rng.choice('lorem') for _ in range(rng.randint(1, 7))) for _ in range(rng.randint(1, 12))]
    return words, width


BANNER = Task(
    idx=900016,
    name='Centre the Banner',
    difficulty='Medium',
    algorithms=('String', 'Greedy', 'Simulation'),
    statement='''
Print `words` on a banner whose lines are exactly `width` characters wide. Fill each line greedily: words in order, one
blank between neighbours, as many as fit. Then centre the line; when the free blanks cannot be halved, the **right** side
gets the additional one.

Return *the lines from top to bottom*.
''',
    constraints=('1 <= words.length <= 300', '1 <= words[i].length <= width <= 100'),
    examples=(
        Example({'words': ['one', 'small', 'step'], 'width': 10}),
        Example({'words': ['a'], 'width': 4}, 'One blank on the left, two on the right.'),
    ),
    solution='''\
class Solution:
    def banner(self, words: List[str], width: int) -> List[str]:
        lines, line = [], ""
        for word in words:
            if not line:
                line = word
            elif len(line) + 1 + len(word) <= width:
                line += " " + word
            else:
                lines.append(line)
                line = word
        lines.append(line)
        return [" " * ((width - len(line)) // 2) + line + " " * ((width - len(line) + 1) // 2) for line in lines]
''',
    entry='banner',
    draw=draw_banner,
)


def draw_ledger(rng):
    return (''.join(rng.choice('aabbcdé ?') for _ in range(rng.randint(0, 25))),)


LETTER_LEDGER = Task(
    idx=900017,
    name='Letter Ledger',
    difficulty='Easy',
    algorithms=('Hash Table', 'Counting', 'String'),
    statement='''
Count how often every **letter** occurs in `text`; blanks, digits and punctuation are not counted. Return *the counts as a
`Counter`*.
''',
    constraints=('0 <= text.length <= 10^4',),
    examples=(
        Example({'text': 'abba?'}, output='{"a": 2, "b": 2}', check="assert solution.ledger('abba?') == Counter({'a': 2, 'b': 2})"),
    ),
    solution='''\
class Solution:
    def ledger(self, text: str) -> Counter:
        return Counter(filter(str.isalpha, text))
''',
    entry='ledger',
    draw=draw_ledger,
)


def draw_brackets(rng):
    return (''.join(rng.choice('()[]{}') for _ in range(rng.randint(0, 14))),)


MEND_BRACKETS = Task(
    idx=900018,
    name='Mend the Brackets',
    difficulty='Hard',
    algorithms=('Dynamic Programming', 'Memoization', 'String'),
    statement='''
`code` consists of round, square and curly brackets. It is **sound** when every bracket is closed by its own kind in the
right order. You may insert brackets anywhere.

Return *the smallest number of insertions that makes* `code` *sound*.
''',
    constraints=('0 <= code.length <= 100', 'code[i] is one of `()[]{}`.'),
    examples=(
        Example({'code': '([)]'}, 'For instance "([()])" or "()[()]" needs two more.'),
        Example({'code': '{}'}),
        Example({'code': '((('}),
    ),
    solution='''\
class Solution:
    def mend(self, code: str) -> int:
        pairs = {"(": ")", "[": "]", "{": "}"}

        @cache
        def cost(left, right):
            if left > right:
                return 0
            best = 1 + cost(left + 1, right)
            closing = pairs.get(code[left])
            if closing:
                for k in range(left + 1, right + 1):
                    if code[k] == closing:
                        best = min(best, cost(left + 1, k - 1) + cost(k + 1, right))
            return best

        return cost(0, len(code) - 1)
''',
    entry='mend',
    draw=draw_brackets,
)


def draw_packet(rng):
    return bytes(rng.randrange(256) for _ in range(rng.randint(0, 24))), rng.choice([7, 13, 31])


PACKET_SUM = Task(
    idx=900019,
    name='Checksum of a Packet',
    difficulty='Easy',
    algorithms=('Simulation', 'Bit Manipulation'),
    statement='''
The checksum of a `packet` (a `bytes` value) starts at `0`. Every byte multiplies it by `factor`, adds the byte and keeps
the low 16 bits. Return *the packet followed by the two bytes of its checksum, high byte first*.
''',
    constraints=('0 <= packet.length <= 1500', '2 <= factor <= 255'),
    examples=(
        Example(
            shown='packet = b"\\x01\\x02", factor = 7',
            output='b"\\x01\\x02\\x00\\x09"',
            note='0 * 7 + 1 = 1, then 1 * 7 + 2 = 9.',
            check=r"assert solution.seal(b'\x01\x02', 7) == b'\x01\x02\x00\x09'",
        ),
    ),
    solution='''\
class Solution:
    def seal(self, packet: bytes, factor: int) -> bytes:
        checksum = reduce(lambda total, byte: (total * factor + byte) & 0xFFFF, packet, 0)
        return packet + checksum.to_bytes(2, "big")
''',
    entry='seal',
    draw=draw_packet,
)

TASKS = (BANNER, LETTER_LEDGER, MEND_BRACKETS, PACKET_SUM)
