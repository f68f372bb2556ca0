"""Any order that respects some rules: the hook reads the rules from the arguments."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def an_order(count, before):
    order, left = [], set(range(count))
    while left:
        step = min(each for each in left if not any(late == each and early in left for early, late in before))
        order.append(step)
        left.remove(step)
    return order


WORKSHOP_ORDER = Task(
    id='9027',
    slug='workshop-order',
    difficulty='Medium',
    entry_point='workOrder',
    prompt=starter('workOrder', [('count', 'int'), ('before', 'List[List[int]]')], 'List[int]'),
    statement=dedent('''\
        A workshop has `count` jobs, numbered from 0. Each pair [a, b] in before says that job a must be done before
        job b; the pairs do not contradict each other. Return all jobs in any order that respects them.

        Example 1:
        Input: count = 3, before = [[2, 0], [2, 1]]
        Output: [2, 0, 1]
        Explanation: [2, 1, 0] is as good.

        Constraints:
        1 <= count <= 60
        0 <= before.length <= 150'''),
    examples=([3, [[2, 0], [2, 1]]], [1, []], [2, [[1, 0], [1, 0]]]),
    generated=20,
    evaluate_offline=dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            count, before = inputs
            if sorted(outputs) != list(range(count)):
                return False
            place = {job: at for at, job in enumerate(outputs)}
            return all(place[early] < place[late] for early, late in before)'''),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(25, 45)
            rank = random.sample(range(count), count)
            before = [sorted(random.sample(range(count), 2), key=lambda job: rank[job])
                      for _ in range(random.randint(40, 100))]
            return [count, before]
        '''),
    answer=an_order,
    references=[
        reference(85, '''
            class Solution:
                def workOrder(self, count: int, before: List[List[int]]) -> List[int]:
                    after = [[] for _ in range(count)]
                    waits = [0] * count
                    for early, late in before:
                        after[early].append(late)
                        waits[late] += 1
                    order = [job for job in range(count) if waits[job] == 0]
                    for job in order:
                        for late in after[job]:
                            waits[late] -= 1
                            if waits[late] == 0:
                                order.append(late)
                    return order
        '''),
        reference(97, '''
            class Solution:
                def workOrder(self, count: int, before: List[List[int]]) -> List[int]:
                    needs = defaultdict(list)
                    for early, late in before:
                        needs[late].append(early)
                    done, order = set(), []

                    def do(job):
                        if job not in done:
                            done.add(job)
                            for early in needs[job]:
                                do(early)
                            order.append(job)

                    for job in range(count):
                        do(job)
                    return order
        '''),
        reference(760, '''
            class Solution(object):
                def workOrder(self, count, before):
                    order = []
                    while len(order) < count:
                        for job in range(count):
                            if job not in order and all(a in order for a, b in before if b == job):
                                order.append(job)
                                break
                    return order
        '''),
    ],
)

TASKS = [WORKSHOP_ORDER]
