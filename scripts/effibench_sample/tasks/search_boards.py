"""Backtracking and boards; the first suite is among the slow ones."""

from ..task import Example, Task


def draw_lamps(rng):
    n = rng.randint(6, 9)
    return n, [[rng.randrange(n), rng.randrange(n)] for _ in range(rng.randint(0, 3))]


LIGHTHOUSES = Task(
    idx=900052,
    name='Lighthouses That Do Not Dazzle',
    difficulty='Hard',
    algorithms=('Backtracking', 'Bit Manipulation'),
    statement='''
On an `n` by `n` grid of reefs, each row gets exactly one lighthouse. Two lighthouses dazzle each other when they share a
column or a diagonal. The reefs in `flooded` cannot carry one.

Return *the number of ways to place all* `n` *lighthouses so that none dazzles another*.
''',
    constraints=('1 <= n <= 9', '0 <= flooded.length <= n * n', 'flooded[i] = [row, column]'),
    examples=(Example({'n': 4, 'flooded': []}), Example({'n': 4, 'flooded': [[0, 1]]}), Example({'n': 1, 'flooded': [[0, 0]]})),
    solution='''\
class Solution:
    def place(self, n: int, flooded: List[List[int]]) -> int:
        blocked = [0] * n
        for row, column in flooded:
            blocked[row] |= 1 << column
        full = (1 << n) - 1

        def ways(row, columns, rising, falling):
            if row == n:
                return 1
            free = full & ~(columns | rising | falling | blocked[row])
            total = 0
            while free:
                spot = free & -free
                free ^= spot
                total += ways(row + 1, columns | spot, (rising | spot) << 1, (falling | spot) >> 1)
            return total

        return ways(0, 0, 0, 0)
''',
    entry='place',
    draw=draw_lamps,
)


def draw_tickets(rng):
    return sorted(rng.randint(1, 12) for _ in range(rng.randint(1, 9))), rng.randint(3, 25)


TICKETS = Task(
    idx=900053,
    name='Ticket Bundles',
    difficulty='Medium',
    algorithms=('Backtracking', 'Array'),
    statement='''
Each number in `tickets` is the price of one ticket; every ticket exists once. Find all **different** bundles that cost
exactly `budget`. Two bundles are the same when they hold the same prices equally often.

Return *the bundles, each in ascending order, the list of them in ascending order too*.
''',
    constraints=('1 <= tickets.length <= 20', '1 <= tickets[i] <= 50', '1 <= budget <= 50'),
    examples=(Example({'tickets': [3, 1, 2, 2, 1], 'budget': 4}), Example({'tickets': [5], 'budget': 4})),
    solution='''\
class Solution:
    def extend(self, start, rest, bundle, tickets, found):
        if rest == 0:
            found.append(bundle[:])
            return
        for i in range(start, len(tickets)):
            if i > start and tickets[i] == tickets[i - 1]:
                continue
            if tickets[i] > rest:
                break
            bundle.append(tickets[i])
            self.extend(i + 1, rest - tickets[i], bundle, tickets, found)
            bundle.pop()

    def bundles(self, tickets: List[int], budget: int) -> List[List[int]]:
        found = []
        self.extend(0, budget, [], sorted(tickets), found)
        return found
''',
    entry='bundles',
    draw=draw_tickets,
)


def draw_word(rng):
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    board = [[rng.choice('aab') for _ in range(columns)] for _ in range(rows)]
    return board, ''.join(rng.choice('aab') for _ in range(rng.randint(1, 6)))


def board_text(board):
    """One row a line, as people lay out a board in a test."""
    return '[\n' + ',\n'.join(f'    {row}' for row in board) + '\n]'


def word_suite(recording):
    lines = ['solution = Solution()', '', '# A single field', "assert solution.trace([['a']], 'a') == True"]
    for number in range(99):
        board, word = recording.draw(recording.rng)
        expected = recording.value(board, word)
        if number % 11 == 0:
            lines += ['', f'# {len(board)} rows of {len(board[0])}']
        if number % 3 == 0:
            lines.append(f'assert solution.trace({board_text(board)}, {word!r}) == {expected}')
        elif number % 3 == 1:
            lines += [f'board = {board}', f'word = "{word}"  # {len(word)} letters']
            lines.append('assert solution.trace(board, word)' + ('' if expected else ' is False'))
        else:
            lines += ['result = solution.trace(', f'    {board},', f'    word={word!r},', ')']
            lines.append(f'assert result == {expected} or result is None')
    return '\n'.join(lines) + '\n'


TRACE_WORD = Task(
    idx=900054,
    name='Trace a Word on the Board',
    difficulty='Medium',
    algorithms=('Backtracking', 'Matrix', 'Depth-First Search'),
    statement='''
`board` is a rectangle of letters. A word can be traced when its letters lie on a path of fields that share an edge, and no
field is used twice. Return *whether* `word` *can be traced*.
''',
    constraints=('1 <= board.length, board[0].length <= 6', '1 <= word.length <= 15'),
    examples=(
        Example({'board': [['a', 'n'], ['b', 'a']], 'word': 'nab'}),
        Example({'board': [['a', 'n'], ['b', 'a']], 'word': 'nana'}, 'Each field can be used once only.'),
    ),
    solution='''\
class Solution:
    def trace(self, board: List[List[str]], word: str) -> bool:
        rows, columns = len(board), len(board[0])

        def walk(r, c, i):
            if board[r][c] != word[i]:
                return False
            if i == len(word) - 1:
                return True
            letter, board[r][c] = board[r][c], ""
            for x, y in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if 0 <= x < rows and 0 <= y < columns and walk(x, y, i + 1):
                    board[r][c] = letter
                    return True
            board[r][c] = letter
            return False

        return any(walk(r, c, 0) for r in range(rows) for c in range(columns))
''',
    entry='trace',
    draw=draw_word,
    suite=word_suite,
)


def draw_survey(rng):
    rows, columns = rng.randint(1, 6), rng.randint(1, 6)
    return ([[rng.randint(0, 99) for _ in range(columns)] for _ in range(rows)],)


SURVEY = Task(
    idx=900055,
    name='Survey From the Centre Outwards',
    difficulty='Medium',
    algorithms=('Matrix', 'Simulation'),
    statement='''
A drone surveys a rectangular `field`. Its path is a clockwise spiral from the top left corner to the inside, flown
**backwards**: it begins where the spiral ends.

Return *the values in the order in which the drone sees them*.
''',
    constraints=('1 <= field.length, field[0].length <= 100',),
    examples=(Example({'field': [[1, 2, 3], [8, 9, 4], [7, 6, 5]]}), Example({'field': [[1, 2]]})),
    solution='''\
class Solution:
    def survey(self, field: List[List[int]]) -> List[int]:
        seen = []
        while field:
            seen += field.pop(0)
            field = [list(column) for column in zip(*field)][::-1]
        return seen[::-1]
''',
    entry='survey',
    draw=draw_survey,
)

TASKS = (LIGHTHOUSES, TICKETS, TRACE_WORD, SURVEY)
