"""A pool in which every reference is wrong, so that the row has to be dropped."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def tie_goes_to_the_larger(votes):
    return max(set(votes), key=lambda vote: (votes.count(vote), vote))


NO_REFERENCE_HOLDS = Task(
    id='9031',
    slug='winning-number',
    difficulty='Easy',
    entry_point='winner',
    prompt=starter('winner', [('votes', 'List[int]')], 'int'),
    statement=dedent('''\
        Return the number that got most votes; of numbers with equally many votes, the largest.

        Example 1:
        Input: votes = [4, 2, 4, 2, 9]
        Output: 4

        Constraints:
        1 <= votes.length <= 200
        1 <= votes[i] <= 100'''),
    examples=([[4, 2, 4, 2, 9]], [[1]], [[1, 2, 3]]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [[random.randint(1, 12) for _ in range(random.randint(20, 60))]]
        '''),
    answer=tie_goes_to_the_larger,
    references=[
        # All of them settle a tie in favour of the smaller number.
        reference(40, '''
            class Solution:
                def winner(self, votes: List[int]) -> int:
                    return max(sorted(set(votes)), key=votes.count)
        '''),
        reference(66, '''
            class Solution:
                def winner(self, votes: List[int]) -> int:
                    times = defaultdict(int)
                    for vote in votes:
                        times[vote] += 1
                    return min(times, key=lambda vote: (-times[vote], vote))
        '''),
        reference(87, '''
            class Solution(object):
                def winner(self, votes):
                    best, most = 0, 0
                    for vote in range(1, 101):
                        if votes.count(vote) > most:
                            best, most = vote, votes.count(vote)
                    return best
        '''),
    ],
)

TASKS = [NO_REFERENCE_HOLDS]
