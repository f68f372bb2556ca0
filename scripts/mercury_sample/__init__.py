"""Authored tasks in Mercury's format: the statements, the solutions and the cases are this project's own."""
