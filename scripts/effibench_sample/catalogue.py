"""All authored tasks, in the order of their numbers."""

from typing import List

from .task import Task
from .tasks import (
    arithmetic,
    arrays,
    dynamic,
    faults_answers,
    faults_resources,
    faults_runs,
    faults_structural,
    faults_text,
    faults_unquoted,
    graphs,
    heaps_greedy,
    in_place,
    linked_lists,
    oddities,
    orders,
    search_boards,
    simulations,
    strings,
    text_layout,
    trees,
)

_THEMES = (
    arrays,
    in_place,
    strings,
    text_layout,
    dynamic,
    graphs,
    orders,
    linked_lists,
    trees,
    heaps_greedy,
    arithmetic,
    search_boards,
    simulations,
    faults_structural,
    faults_text,
    faults_unquoted,
    faults_answers,
    faults_runs,
    faults_resources,
    oddities,
)


def all_tasks() -> List[Task]:
    """Every task, ascending by `idx`; two tasks with one number are an error."""
    tasks = sorted((task for theme in _THEMES for task in theme.TASKS), key=lambda task: task.idx)
    twice = {a.idx for a, b in zip(tasks, tasks[1:]) if a.idx == b.idx}
    if twice:
        raise ValueError(f'problem_idx used twice: {sorted(twice)}')
    return tasks
