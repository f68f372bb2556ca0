"""Python source for a value, independent of the hash seed."""


def literal(value):
    """Source that evaluates to `value` under the prelude; sets are sorted by their elements' source."""
    kind = type(value).__name__
    if kind == 'float' and value in (float('inf'), float('-inf')):
        return 'inf' if value > 0 else '-inf'
    if kind == 'list':
        return '[' + ', '.join(map(literal, value)) + ']'
    if kind == 'tuple':
        return '(' + ', '.join(map(literal, value)) + (',)' if len(value) == 1 else ')')
    if kind == 'set':
        return '{' + ', '.join(sorted(map(literal, value))) + '}' if value else 'set()'
    if kind == 'frozenset':
        return 'frozenset(' + (literal(set(value)) if value else '') + ')'
    if kind in ('dict', 'defaultdict'):
        return '{' + ', '.join(f'{literal(key)}: {literal(item)}' for key, item in value.items()) + '}'
    if kind == 'Counter':
        return 'Counter(' + literal(dict(value)) + ')'
    if kind == 'deque':
        return 'deque(' + literal(list(value)) + ')'
    return repr(value)
