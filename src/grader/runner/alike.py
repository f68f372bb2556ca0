"""Are two decoded values the same? What pass one gave, against what a replay gives."""


def alike(one, other):
    """Structural equality of decoded values, types included, cycles allowed."""
    seen = {}
    stack = [(one, other)]
    while stack:
        a, b = stack.pop()
        if a is b:
            continue
        if type(a) is not type(b):
            return False
        key = (id(a), id(b))
        if key in seen:
            continue
        seen[key] = (a, b)  # kept alive: an id is one object's only as long as that lives
        if isinstance(a, (list, tuple)) or type(a).__name__ == "deque":
            if len(a) != len(b):
                return False
            stack.extend(zip(a, b))
        elif isinstance(a, dict):
            if len(a) != len(b):
                return False
            if type(a).__name__ != "OrderedDict" and all(map(b.__contains__, a)):
                stack.extend((a[key], b[key]) for key in a)
            else:
                stack.extend((list(pa), list(pb)) for pa, pb in zip(a.items(), b.items()))
        elif isinstance(a, (set, frozenset)):
            if a != b:
                return False
        elif hasattr(a, "__dict__"):
            stack.append((a.__dict__, b.__dict__))
        elif isinstance(a, float):
            if a != b and not (a != a and b != b):
                return False
        elif type(a).__name__.endswith("iterator"):
            stack.append((list(a), list(b)))
        elif type(a).__name__ in ("dict_keys", "dict_values", "dict_items"):
            stack.append((list(a), list(b)))
        elif a != b:
            return False
    return True
