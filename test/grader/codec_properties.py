"""Random values survive the codec, and no message makes the decoder do anything but raise Forged. Argument: how
many of each, and the seed. Prints a line of what it did; exits with an error and the case at the first failure."""
import os
import random
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../src/grader/runner"))

import codec
from codec_values import CLASSES, LABELS, MAPPINGS, SEQUENCES, ListNode, difference, value


def no_opaque(obj):
    raise AssertionError("opaque: %r" % obj)


def encoded(obj):
    encoder = codec.Encoder(LABELS, no_opaque)
    root = encoder.value(obj)
    return {"value": root, "nodes": encoder.nodes}


def decoded(message):
    return codec.Decoder(message["nodes"], CLASSES, no_opaque).value(message["value"])


def round_trips(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        original = value(rng, rng.randrange(5), [])
        back = decoded(codec.loads(codec.dumps(encoded(original))))
        why = difference(original, back)
        if why:
            raise SystemExit("value %d of seed %d does not survive: %s" % (number, seed, why))


TAGS = SEQUENCES + MAPPINGS + [
    "node", "int", "text", "bytes", "bytearray", "complex", "range", "constant", "builtin", "opaque", "iterator",
    "keys", "values", "items", "nothing"]
ODD = [None, True, -1, 0, 1, 2, 3, 1 << 63, -(1 << 70), 1.5, float("nan"), "", "0x", "zz", "len", "print", "ListNode",
       [], [0], [1], [2], [-1], [-2], [99], [[0]], [True], {}, {"a": 1}, [0, 0], ["a", [0]], "0x" + "f" * 5000,
       ["ListNode", ["val", [0]]], [None, [[0]]], ["int", []], [3, [1, 2]], "__import__", "exit", [1.0, 2.0]]


def junk(rng, depth):
    if depth and rng.random() < 0.4:
        return [junk(rng, depth - 1) for _ in range(rng.randrange(4))]
    return rng.choice(ODD)


def forged_node(rng, size):
    if rng.random() < 0.05:
        return junk(rng, 2)
    payload = rng.choice([
        lambda: [[rng.randrange(-2, size + 1)] for _ in range(rng.randrange(4))], lambda: junk(rng, 3),
        lambda: [rng.choice(["ListNode", "list", None, 3]), [["val"], [0]]],
        lambda: [rng.choice([[rng.randrange(size)], rng.randrange(5), "k"]) for _ in range(2 * rng.randrange(4))],
    ])()
    return [rng.choice(TAGS), payload]


def mutated(rng, data):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(data) + 1)
        what = rng.random()
        if what < 0.4 and data:
            data[place % len(data)] = rng.choice(b'[]{},:"0123456789-e.abN\\\xff\x00')
        elif what < 0.7:
            del data[place:place + rng.randrange(1, 8)]
        else:
            data[place:place] = rng.choice([b"[", b"]", b",", b"[0]", b"null", b"-1", b"1e999", b'"\\ud800"', b"NaN"])
    return bytes(data)


def hostile(rng):
    what = rng.random()
    if what < 0.1:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    if what < 0.5:
        return mutated(rng, codec.dumps(encoded(value(rng, 3, []))))
    size = rng.randrange(1, 6)
    return codec.dumps({"value": junk(rng, 1), "nodes": [forged_node(rng, size) for _ in range(size)]})


def take(data):
    """What the judge does with an answer: True when it was accepted."""
    request = [[1], {}, ListNode()]
    try:
        message = codec.loads(data)
        if type(message) is not dict:
            return False
        decoder = codec.Decoder(message.get("nodes"), CLASSES, lambda payload: object(), request)
        decoder.value(message.get("value"))
    except codec.Forged:
        return False
    for target, node in zip(request, message["nodes"]):
        try:
            decoder.update(target, node)
        except codec.Forged:
            pass
    return True


def fixed():
    """Messages that take more than luck to write."""
    deep = 30_000
    chain = [["tuple", [[i + 1]]] for i in range(deep)] + [["tuple", []]]
    twice = [["tuple", [[i + 1], [i + 1]]] for i in range(100)] + [["tuple", []]]
    prime = (1 << 61) - 1
    colliding = [["int", hex(prime * (i + 3))] for i in range(20_000)]
    keys = [[i] for i in range(len(colliding))]
    yield b"[" * 1_000_000
    yield b'{"nodes":' * 100_000
    yield b"9" * 100_000
    yield b'{"nodes":[],"value":' + b"9" * 100_000 + b"}"
    for holder in (["dict", [[0], 1]], ["set", [[0]]], ["frozenset", [[0]]], ["keys", [[0]]], ["items", [[0], 1]],
                   ["Counter", [[0], 1]], ["OrderedDict", [[0], 1]], ["defaultdict", ["int", [[0], 1]]]):
        for nodes in (chain, twice):
            yield codec.dumps({"value": [len(nodes)], "nodes": nodes + [holder]})
    for holder in (["set", keys], ["frozenset", keys], ["keys", keys], ["dict", [x for k in keys for x in (k, 1)]]):
        yield codec.dumps({"value": [len(keys)], "nodes": colliding + [holder]})
    yield codec.dumps({"value": [0], "nodes": [["tuple", [[1]]], ["tuple", [[0]]]]})
    yield codec.dumps({"value": [0], "nodes": [["frozenset", [[0]]]]})
    yield codec.dumps({"value": [0], "nodes": [["deque", [1 << 64, []]]]})
    yield codec.dumps({"value": [0], "nodes": [["range", [0, [0], 1]]]})


def forgeries(count, seed):
    rng = random.Random(seed)
    accepted = 0
    for number in range(count):
        data = hostile(rng)
        try:
            accepted += take(data)
        except Exception as error:
            raise SystemExit("message %d of seed %d: %r from %.300r" % (number, seed, error, data))
    for number, data in enumerate(fixed()):
        started = time.process_time()
        if take(data):
            raise SystemExit("fixed message %d was accepted" % number)
        if time.process_time() - started > 20:
            raise SystemExit("fixed message %d took %d s" % (number, time.process_time() - started))
    return accepted


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    if hasattr(sys, "set_int_max_str_digits"):
        assert sys.get_int_max_str_digits() == 4300
    round_trips(count, seed)
    accepted = forgeries(count, seed + 1)
    assert "json" not in sys.modules, "the harness runs without that package, and fails in other ways with it"
    print(codec.dumps({"values": count, "messages": count, "accepted": accepted}).decode())


if __name__ == "__main__":
    main()
