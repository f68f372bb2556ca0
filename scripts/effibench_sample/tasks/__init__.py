"""Authored tasks, one theme a file; `catalogue.py` gathers them."""
