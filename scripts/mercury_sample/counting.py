"""Counting problems. The slowest reference of the first needs seconds: a pool as upstream's four slow tasks have."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def primes_below(bound):
    return sum(all(number % divisor for divisor in range(2, int(number**0.5) + 1)) for number in range(2, bound))


PRIME_HARVEST = Task(
    id='9012',
    slug='prime-harvest',
    difficulty='Medium',
    entry_point='countPrimes',
    prompt=starter('countPrimes', [('bound', 'int')], 'int'),
    statement=dedent('''\
        Return the number of primes that are smaller than bound.

        Example 1:
        Input: bound = 20
        Output: 8

        Example 2:
        Input: bound = 2
        Output: 0

        Constraints:
        0 <= bound <= 5000'''),
    examples=([20], [2], [0], [3]),
    generated=20,
    generator=dedent('''\
        import random

        def generate_test_case():
            return [random.randint(2500, 4500)]
        '''),
    answer=primes_below,
    references=[
        reference(38, '''
            class Solution:
                def countPrimes(self, bound: int) -> int:
                    if bound < 3:
                        return 0
                    prime = bytearray([1]) * bound
                    prime[0] = prime[1] = 0
                    for number in range(2, int(bound ** 0.5) + 1):
                        if prime[number]:
                            prime[number * number::number] = bytes(len(range(number * number, bound, number)))
                    return sum(prime)
        '''),
        reference(95, '''
            class Solution:
                def countPrimes(self, bound: int) -> int:
                    prime = [True] * bound
                    count = 0
                    for number in range(2, bound):
                        if prime[number]:
                            count += 1
                            for multiple in range(number * number, bound, number):
                                prime[multiple] = False
                    return count
        '''),
        reference(644, '''
            class Solution(object):
                def countPrimes(self, bound):
                    primes = []
                    for number in range(2, bound):
                        for prime in primes:
                            if prime * prime > number:
                                primes.append(number)
                                break
                            if number % prime == 0:
                                break
                        else:
                            primes.append(number)
                    return len(primes)
        '''),
        reference(1480, '''
            class Solution:
                def countPrimes(self, bound: int) -> int:
                    def is_prime(number):
                        for divisor in range(2, int(sqrt(number)) + 1):
                            if number % divisor == 0:
                                return False
                        return True

                    return sum(1 for number in range(2, bound) if is_prime(number))
        '''),
        reference(9305, '''
            class Solution:
                def countPrimes(self, bound):
                    count = 0
                    for number in range(2, bound):
                        divisors = 0
                        for divisor in range(1, number // 2 + 1):
                            if number % divisor == 0:
                                divisors += 1
                        if divisors == 1:
                            count += 1
                    return count
        '''),
    ],
)


def ways(tickets, fare):
    count = [1] + [0] * fare
    for ticket in tickets:
        for amount in range(ticket, fare + 1):
            count[amount] += count[amount - ticket]
    return count[fare]


TICKET_WAYS = Task(
    id='9013',
    slug='ticket-ways',
    difficulty='Medium',
    entry_point='waysToPay',
    prompt=starter('waysToPay', [('tickets', 'List[int]'), ('fare', 'int')], 'int'),
    statement=dedent('''\
        A fare is paid with tickets of different values; there are as many of each as you like, and the order in which
        they are handed over does not matter. Return the number of ways to pay the fare exactly.

        Example 1:
        Input: tickets = [1, 2, 5], fare = 5
        Output: 4

        Example 2:
        Input: tickets = [3], fare = 4
        Output: 0

        Constraints:
        1 <= tickets.length <= 8
        1 <= tickets[i] <= 60, all different
        0 <= fare <= 400'''),
    examples=([[1, 2, 5], 5], [[3], 4], [[7], 0]),
    generated=22,
    generator=dedent('''\
        import random

        def generate_test_case():
            tickets = random.sample(range(2, 40), random.randint(3, 6))
            return [tickets, random.randint(100, 220)]
        '''),
    answer=ways,
    references=[
        reference(77, '''
            class Solution:
                def waysToPay(self, tickets: List[int], fare: int) -> int:
                    ways = [1] + [0] * fare
                    for ticket in tickets:
                        for amount in range(ticket, fare + 1):
                            ways[amount] += ways[amount - ticket]
                    return ways[fare]
        '''),
        reference(131, '''
            class Solution(object):
                def waysToPay(self, tickets, fare):
                    table = [[0] * (fare + 1) for _ in range(len(tickets) + 1)]
                    table[0][0] = 1
                    for row in range(1, len(tickets) + 1):
                        ticket = tickets[row - 1]
                        for amount in range(fare + 1):
                            table[row][amount] = table[row - 1][amount]
                            if amount >= ticket:
                                table[row][amount] += table[row][amount - ticket]
                    return table[-1][-1]
        '''),
        reference(216, '''
            class Solution:
                def waysToPay(self, tickets: List[int], fare: int) -> int:
                    tickets = tuple(sorted(tickets, reverse=True))

                    @cache
                    def ways(at, left):
                        if left == 0:
                            return 1
                        if left < 0 or at == len(tickets):
                            return 0
                        return ways(at, left - tickets[at]) + ways(at + 1, left)

                    return ways(0, fare)
        '''),
    ],
)

TASKS = [PRIME_HARVEST, TICKET_WAYS]
