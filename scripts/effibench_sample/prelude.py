"""The names that an EffiBench solution and its suite find defined.

The order matters: later star imports hide earlier names and builtins (`pow` becomes operator.pow), and the plain
imports at the end turn `copy`, `bisect` and `datetime` into modules again. Suites are recorded under exactly this.
"""

from typing import Any, Dict

PRELUDE = '''\
from typing import *
import random
import string
from bisect import *
from collections import *
from copy import *
from datetime import *
from heapq import *
from math import *
from re import *
from string import *
from random import *
from itertools import *
from functools import *
from operator import *

import string
import re
import datetime
import collections
import heapq
import bisect
import copy
import math
import random
import itertools
import functools
import operator


class TreeNode:
    def __init__(self, val=0, left=None, right=None, next=None):
        self.val = val
        self.left = left
        self.right = right
        self.next = next


class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next
'''


def prelude_names() -> Dict[str, Any]:
    """A fresh namespace in which the prelude has run."""
    names: Dict[str, Any] = {'__name__': 'effibench_sample_task'}
    exec(compile(PRELUDE, '<prelude>', 'exec'), names)
    return names
