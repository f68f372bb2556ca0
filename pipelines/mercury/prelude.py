# What Mercury's own evaluator puts into the namespace of a solution before it runs it.
#
# Names and order are those of `Sandbox.unsafe_execute` in src/sandbox.py of the repository Elfsong/Mercury (commit
# d712fa0); the bigcode evaluation harness (bigcode_eval/tasks/custom_metrics/beyond_eval.py, commit 4b05ad8) has
# the same list. The recorded results depend on what is *missing* here: Counter, Set, Dict, reduce, insort, gcd,
# accumulate and the like are undefined unless the solution imports them, so they must stay undefined.
import re
import itertools
import collections
import heapq
import bisect
import string
import sys
import functools
import math
import copy

# Both are third-party. The evaluator had them installed; where they are absent only a solution that names them
# fails, instead of every solution.
try:
    import lctk
except ImportError:
    pass
try:
    import sortedcontainers
except ImportError:
    pass

from math import floor, ceil, factorial, sqrt, inf
from sys import maxsize, stdin
from bisect import bisect_left, bisect_right
from itertools import permutations, zip_longest
from heapq import heappush, heappop, heapify
from collections import deque, defaultdict, OrderedDict
from typing import List, Optional, Tuple
from functools import lru_cache, cache


class ListNode(object):
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


class TreeNode(object):
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


# Silent, and as strict as upstream's: a call with `end=` or `sep=` is a TypeError there, so it is one here.
def print(*args):
    pass
