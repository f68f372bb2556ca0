# What EffiBench's own evaluator puts before a program: its star imports in its order, then the plain imports,
# TreeNode and ListNode (huangd1999/EffiBench, code_efficiency_calculator.py). Suites were recorded under exactly
# this: star imports shadow each other (pow is operator.pow, e is math.e), and the plain imports shadow them again
# (copy, bisect, datetime are modules).
from typing import *
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
