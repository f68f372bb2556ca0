"""Answers that are compared loosely: in any order, or as floats within a tolerance."""

from textwrap import dedent

from .prompt import starter
from .task import Task, reference


def most_used(tags, count):
    return sorted(set(tags), key=lambda tag: (-tags.count(tag), tag))[:count]


TOP_TAGS = Task(
    id='9028',
    slug='top-tags',
    difficulty='Medium',
    entry_point='topTags',
    prompt=starter('topTags', [('tags', 'List[str]'), ('count', 'int')], 'List[str]'),
    statement=dedent('''\
        Return the `count` tags that are used most, in any order. No two tags that matter here are used equally often.

        Example 1:
        Input: tags = ["red", "blue", "red", "red", "blue", "green"], count = 2
        Output: ["blue", "red"]

        Constraints:
        1 <= tags.length <= 300
        1 <= count <= number of different tags'''),
    examples=([['red', 'blue', 'red', 'red', 'blue', 'green'], 2], [['x'], 1]),
    generated=20,
    evaluate_offline=dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            return sorted(outputs) == sorted(expected)'''),
    generator=dedent('''\
        import random

        def generate_test_case():
            names = random.sample(["oak", "elm", "ash", "fir", "yew", "fig", "bay", "box", "may", "gum",
                                   "teak", "pine", "palm", "lime", "pear", "plum"], random.randint(10, 14))
            tags = [name for at, name in enumerate(names) for _ in range(at * 2 + 1)]
            random.shuffle(tags)
            return [tags, random.randint(2, 7)]
        '''),
    answer=most_used,
    references=[
        reference(54, '''
            from collections import Counter
            class Solution:
                def topTags(self, tags: List[str], count: int) -> List[str]:
                    return [tag for tag, _ in Counter(tags).most_common(count)]
        '''),
        reference(70, '''
            class Solution:
                def topTags(self, tags: List[str], count: int) -> List[str]:
                    times = {}
                    for tag in tags:
                        times[tag] = times.get(tag, 0) + 1
                    return set(heapq.nlargest(count, times, key=times.get))
        '''),
        reference(89, '''
            class Solution(object):
                def topTags(self, tags, count):
                    tags.sort()
                    runs = []
                    for tag in tags:
                        if runs and runs[-1][1] == tag:
                            runs[-1][0] += 1
                        else:
                            runs.append([1, tag])
                    runs.sort()
                    return [tag for _, tag in runs[-count:]]
        '''),
        reference(430, '''
            class Solution:
                def topTags(self, tags, count):
                    return sorted({tag: None for tag in sorted(tags, key=tags.count)}, key=tags.count)[-count:]
        '''),
    ],
)


def medians(readings, width):
    result = []
    for start in range(len(readings) - width + 1):
        window = sorted(readings[start:start + width])
        result.append((window[(width - 1) // 2] + window[width // 2]) / 2)
    return result


RUNNING_MEDIAN = Task(
    id='9029',
    slug='running-median',
    difficulty='Hard',
    entry_point='runningMedian',
    prompt=starter('runningMedian', [('readings', 'List[float]'), ('width', 'int')], 'List[float]'),
    statement=dedent('''\
        Return the median of every `width` consecutive readings. The median of an even number of readings is the mean
        of the middle two. Answers within 10^-5 of the true ones are accepted.

        Example 1:
        Input: readings = [1.5, 0.25, 3.0, 2.0], width = 2
        Output: [0.875, 1.625, 2.5]

        Constraints:
        1 <= width <= readings.length <= 150
        -1000 <= readings[i] <= 1000'''),
    examples=([[1.5, 0.25, 3.0, 2.0], 2], [[-0.0], 1], [[3, 1, 2], 3]),
    generated=20,
    evaluate_offline=dedent('''\
        def evaluate_offline(inputs, outputs, expected):
            if len(outputs) != len(expected):
                return False
            return all(abs(found - right) < 1e-5 for found, right in zip(outputs, expected))'''),
    generator=dedent('''\
        import random

        def generate_test_case():
            count = random.randint(60, 110)
            readings = [round(random.uniform(-1000, 1000), random.choice([0, 1, 3])) for _ in range(count)]
            return [readings, random.randint(20, 35)]
        '''),
    answer=medians,
    references=[
        reference(110, '''
            class Solution:
                def runningMedian(self, readings: List[float], width: int) -> List[float]:
                    window = sorted(readings[:width])
                    low, high = (width - 1) // 2, width // 2
                    answer = [(window[low] + window[high]) / 2]
                    for gone, new in zip(readings, readings[width:]):
                        del window[bisect_left(window, gone)]
                        bisect.insort(window, new)
                        answer.append((window[low] + window[high]) * 0.5)
                    return answer
        '''),
        reference(233, '''
            class Solution:
                def runningMedian(self, readings: List[float], width: int) -> List[float]:
                    answer = []
                    for start in range(len(readings) - width + 1):
                        window = sorted(readings[start:start + width])
                        answer.append(window[width // 2] / 2 + window[~(width // 2)] / 2)
                    return answer
        '''),
        reference(1210, '''
            import statistics

            class Solution(object):
                def runningMedian(self, readings, width):
                    answer = []
                    for end in range(width, len(readings) + 1):
                        window = []
                        for reading in readings[end - width:end]:
                            at = 0
                            while at < len(window) and window[at] < reading:
                                at += 1
                            window.insert(at, reading)
                        answer.append(float(statistics.median(window)))
                    return answer
        '''),
    ],
)

TASKS = [TOP_TAGS, RUNNING_MEDIAN]
