"""Prints what is wrong with a starter, one line each: {solution, entry, starter} a line on stdin."""
import ast
import json
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def signature(node):
    return ast.dump(node.args), ast.dump(node.returns) if node.returns else None, type(node).__name__


def lines(text):
    return {line.strip() for line in text.split("\n") if line.strip()}


def problems(solution, entry, starter):
    try:
        tree = ast.parse(starter)
    except SyntaxError as error:
        return [f"does not parse: {error}"]
    found = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    if len(found) != 1 or found[0].name != entry["method"]:
        return [f"defines {[node.name for node in found]}"]
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.ClassDef) or tree.body[0].name != entry["name"]:
        return ["is not a class of the entry's name"]
    source = solution.split("\n")
    original = ast.parse(solution)
    classes = [node for node in original.body if isinstance(node, ast.ClassDef) and node.name == entry["name"]]
    method = [node for node in classes[-1].body if isinstance(node, FUNCTIONS) and node.name == entry["method"]][-1]
    result = []
    if signature(found[0]) != signature(method):
        result.append("has another signature")
    head = source[method.lineno - 1:method.body[0].lineno - (method.body[0].lineno > method.lineno)]
    own = lines("\n".join(head)) | {f"class {entry['name']}:", f"class {entry['name']}(object):"}
    # All code of the solution but the signature itself: bodies, helpers, other classes, constants, imports.
    secret = lines("\n".join(source)) - own
    code = "\n".join(line for line in starter.split("\n") if not line.startswith("# "))
    result += [f"leaks {line!r}" for line in sorted(lines(code) & secret)]
    bodies = [source[n.body[0].lineno - 1:n.end_lineno] for n in ast.walk(original) if isinstance(n, FUNCTIONS)]
    for body in bodies:
        result += [f"leaks {line!r}" for line in sorted(lines("\n".join(body)) & lines(starter))]
    return result


for number, line in enumerate(sys.stdin):
    for problem in problems(**json.loads(line)):
        print(f"{number}: {problem}")
