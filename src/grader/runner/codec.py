"""Values that cross between judge and player, as JSON that neither side has to trust.

A message holds a flat table of nodes, so that depth costs no recursion and shared or cyclic structures keep their
shape. A *value* is a JSON scalar or a reference: `[i]` with i >= 0 is node i of this message, with i < 0 it is
node -1-i of the request that this message answers. A *node* is `[tag, payload]`.

Only exact built-in types cross as themselves. An instance of anything else becomes opaque: it equals nothing.
"""
import builtins
import collections
import itertools

import wire

INT_LIMIT = 1 << 63
# What a key may be: parts of a tuple counted as often as they occur, tuples within tuples, equal hashes in one table.
HASHED_PARTS, HASHED_DEPTH, COLLISIONS = 10_000_000, 10_000, 1000
LEAVES = frozenset((type(None), bool, int, float, str))
ITERATORS = frozenset(
    type(x)
    for x in (
        iter([]), iter(()), iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(""), iter(range(0)),
        reversed([]), zip(), map(id, []), filter(None, []), enumerate([]), (x for x in ()),
        itertools.chain(), itertools.islice((), 0), itertools.product(()), itertools.permutations(()),
        itertools.combinations((), 0), itertools.accumulate(()), itertools.zip_longest(),
    )
) | {type(reversed({}))}
VIEWS = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}
FACTORIES = {kind.__name__: kind for kind in (int, float, str, bool, list, dict, set, tuple, collections.deque)}


class Forged(Exception):
    """A message that no honest player sends."""


def plain_text(text):
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _leaves_only(items):
    """True when JSON carries the items as they are. Decided by C loops: suites hold lists of many thousands."""
    kinds = set(map(type, items))
    if not kinds <= LEAVES:
        return False
    if int in kinds:
        if kinds == {int}:
            if max(items) >= INT_LIMIT or min(items) < -INT_LIMIT:
                return False
        elif any(type(x) is int and not -INT_LIMIT <= x < INT_LIMIT for x in items):
            return False
    if str in kinds:
        if kinds == {str}:
            return plain_text("".join(items))
        return all(type(x) is not str or plain_text(x) for x in items)
    return True


class Encoder:
    """Builds the node table. `classes`: class → name for node-like objects (ListNode, TreeNode, Node);
    `opaque`: object → payload for what cannot cross; `known`: id → index of a node of the request."""

    def __init__(self, classes, opaque, known=None):
        self.classes = classes
        self.opaque = opaque
        self.known = known or {}
        self.nodes = []
        self.memo = {}
        self.kept = []
        self.work = []

    def value(self, obj):
        """The value for `obj`; whatever it refers to is in `nodes` when this returns."""
        out = self._shallow(obj)
        self._drain()
        return out

    def contents(self, obj):
        """The node of an already known object, written out again after a call changed it."""
        node = self._node(obj)
        self._drain()
        return node

    def _drain(self):
        while self.work:
            index, obj = self.work.pop()
            self.nodes[index] = self._node(obj)

    def _shallow(self, obj):
        kind = type(obj)
        if kind in LEAVES:
            if kind is int and not -INT_LIMIT <= obj < INT_LIMIT:
                return self._add(["int", hex(obj)])
            if kind is str and not plain_text(obj):
                return self._add(["text", [ord(c) for c in obj]])
            return obj
        key = id(obj)
        if key in self.known:
            return [-1 - self.known[key]]
        if key in self.memo:
            return [self.memo[key]]
        self.kept.append(obj)
        reference = self._add(None)
        self.memo[key] = reference[0]
        self.work.append((reference[0], obj))
        return reference

    def _add(self, node):
        self.nodes.append(node)
        return [len(self.nodes) - 1]

    def _items(self, items):
        return items if _leaves_only(items) else [self._shallow(x) for x in items]

    def _pairs(self, pairs):
        return self._items([x for pair in pairs for x in pair])

    def _node(self, obj):
        kind = type(obj)
        if kind is list:
            return ["list", self._items(obj)]
        if kind is dict:
            return ["dict", self._pairs(obj.items())]
        if kind is tuple:
            return ["tuple", self._items(list(obj))]
        if kind is set:
            return ["set", self._items(list(obj))]
        if kind in self.classes:
            return ["node", [self.classes[kind], self._pairs(attributes(obj))]]
        if kind is frozenset:
            return ["frozenset", self._items(list(obj))]
        if kind is collections.deque:
            return ["deque", [obj.maxlen, self._items(list(obj))]]
        if kind is collections.Counter:
            return ["Counter", self._pairs(obj.items())]
        if kind is collections.OrderedDict:
            return ["OrderedDict", self._pairs(obj.items())]
        if kind is collections.defaultdict:
            factory = obj.default_factory
            name = next((n for n, f in FACTORIES.items() if f is factory), None)
            return ["defaultdict", [name, self._pairs(obj.items())]]
        if kind is bytes:
            return ["bytes", obj.hex()]
        if kind is bytearray:
            return ["bytearray", obj.hex()]
        if kind is complex:
            return ["complex", [obj.real, obj.imag]]
        if kind is range:
            return ["range", [self._shallow(x) for x in (obj.start, obj.stop, obj.step)]]
        if kind is Exhausted:
            return ["iterator", self._items(obj.items)]
        if kind in VIEWS:
            return [VIEWS[kind], self._items(list(obj) if kind is not type({}.items()) else [
                x for pair in obj for x in pair])]
        if obj is Ellipsis:
            return ["constant", "Ellipsis"]
        if obj is NotImplemented:
            return ["constant", "NotImplemented"]
        if kind is type or kind is type(len):
            name = obj.__name__
            if getattr(builtins, name, None) is obj:
                return ["builtin", name]
        return ["opaque", self.opaque(obj)]


class Exhausted:
    """What an iterator gave when it was run to its end inside the timed region."""

    def __init__(self, items):
        self.items = items


_MUTABLE = {
    "list": list, "dict": dict, "set": set, "deque": collections.deque, "Counter": collections.Counter,
    "OrderedDict": collections.OrderedDict, "defaultdict": collections.defaultdict, "bytearray": bytearray,
}


class Decoder:
    """Rebuilds objects from an untrusted node table. `classes`: name → class; `opaque`: payload → object;
    `request`: the objects of the request, by index, for references below zero."""

    def __init__(self, nodes, classes, opaque, request=()):
        if type(nodes) is not list:
            raise Forged("nodes")
        self.nodes = nodes
        self.classes = classes
        self.opaque = opaque
        self.request = request
        self.objects = [None] * len(nodes)
        self.done = [False] * len(nodes)
        self.size, self.depth = {}, {}
        self._shells()
        self._immutables()
        for index, node in enumerate(nodes):
            if node[0] in _MUTABLE or node[0] == "node":
                self.fill(self.objects[index], node)

    def value(self, value):
        if type(value) is not list:
            if type(value) is dict:
                raise Forged("value")
            return value
        index = self._index(value)
        return self.request[-1 - index] if index < 0 else self.objects[index]

    def _index(self, reference):
        if len(reference) != 1 or type(reference[0]) is not int:
            raise Forged("reference")
        index = reference[0]
        if not -len(self.request) <= index < len(self.nodes):
            raise Forged("reference")
        return index

    def _shells(self):
        """Everything that can be part of a cycle exists before anything is filled."""
        for index, node in enumerate(self.nodes):
            if type(node) is not list or len(node) != 2 or type(node[0]) is not str:
                raise Forged("node")
            tag, payload = node
            if tag == "deque":
                maxlen = _part(payload, 2)[0]
                if maxlen is not None and (type(maxlen) is not int or not 0 <= maxlen < INT_LIMIT):
                    raise Forged("deque")
                self._set(index, collections.deque((), maxlen))
            elif tag == "defaultdict":
                name = _part(payload, 2)[0]
                if name is not None and (type(name) is not str or name not in FACTORIES):
                    raise Forged("defaultdict")
                self._set(index, collections.defaultdict(FACTORIES.get(name)))
            elif tag in _MUTABLE:
                self._set(index, _MUTABLE[tag]())
            elif tag == "node":
                name = _part(payload, 2)[0]
                if type(name) is not str or name not in self.classes:
                    raise Forged("class")
                self._set(index, object.__new__(self.classes[name]))

    def _set(self, index, obj):
        self.objects[index] = obj
        self.done[index] = True

    def _immutables(self):
        """Tuples and frozensets after their parts; a chain of them is walked with a stack, not by recursion."""
        for start in range(len(self.nodes)):
            stack = [] if self.done[start] else [start]
            entered = set()
            while stack:
                index = stack[-1]
                if self.done[index]:
                    stack.pop()
                    continue
                tag, payload = self.nodes[index]
                waiting = []
                if tag in ("tuple", "frozenset", "keys", "values", "items", "iterator"):
                    for part in _list(payload):
                        if type(part) is list:
                            child = self._index(part)
                            if child >= 0 and not self.done[child]:
                                waiting.append(child)
                if waiting:
                    if index in entered:
                        raise Forged("cycle")
                    entered.add(index)
                    stack.extend(waiting)
                    continue
                self._set(index, self._immutable(tag, payload))
                if tag == "tuple":
                    self._weigh(index, payload)
                stack.pop()

    def _weigh(self, index, payload):
        """How much work it is to hash a tuple of tuples: Python recurses into each part, as often as it occurs."""
        children = [part[0] for part in payload if type(part) is list]
        size = len(payload) + sum(self.size.get(child, 0) for child in children)
        depth = 1 + max((self.depth.get(child, 0) for child in children), default=0)
        self.size[index] = min(size, HASHED_PARTS + 1)
        self.depth[index] = depth

    def _keys(self, payload):
        """Refuse keys whose hash would never end, or would take more stack than there is."""
        for part in payload:
            if type(part) is list:
                index = self._index(part)
                if self.size.get(index, 0) > HASHED_PARTS or self.depth.get(index, 0) > HASHED_DEPTH:
                    raise Forged("key")
        return payload

    def _immutable(self, tag, payload):
        if tag in ("tuple", "frozenset", "keys", "values", "items", "iterator"):
            if tag in ("frozenset", "keys"):
                self._keys(payload)
            elif tag == "items":
                self._keys(payload[::2])
            items = self._items(payload)
            if tag == "tuple":
                return tuple(items)
            if tag == "iterator":
                return iter(items)
            if tag == "values":
                return dict(enumerate(items)).values()
            try:
                if tag == "frozenset":
                    return frozenset(_spread(items))
                if tag == "keys":
                    return dict.fromkeys(_spread(items)).keys()
                return dict(self._entries(items)).items()
            except TypeError:
                raise Forged("unhashable") from None
        if tag == "int":
            return _big_int(payload)
        if tag == "text":
            if not all(type(c) is int and 0 <= c < 0x110000 for c in _list(payload)):
                raise Forged("text")
            return "".join(map(chr, payload))
        if tag == "bytes":
            return _from_hex(payload)
        if tag == "complex":
            real, imag = _part(payload, 2)
            if type(real) is not float or type(imag) is not float:
                raise Forged("complex")
            return complex(real, imag)
        if tag == "range":
            parts = []
            for part in _part(payload, 3):
                if type(part) is list:
                    node = self.nodes[self._index(part)] if self._index(part) >= 0 else None
                    if node is None or node[0] != "int":
                        raise Forged("range")
                    part = _big_int(node[1])
                if type(part) is not int:
                    raise Forged("range")
                parts.append(part)
            if parts[2] == 0:
                raise Forged("range")
            return range(*parts)
        if tag == "constant":
            if payload == "Ellipsis":
                return Ellipsis
            if payload == "NotImplemented":
                return NotImplemented
            raise Forged("constant")
        if tag == "builtin":
            found = getattr(builtins, payload, None) if type(payload) is str else None
            if type(found) is not type and type(found) is not type(len):
                raise Forged("builtin")
            return found
        if tag == "opaque":
            return self.opaque(payload)
        raise Forged("tag")

    def _items(self, payload):
        items = _list(payload)
        kinds = set(map(type, items))
        if dict in kinds:
            raise Forged("value")
        return [self.value(x) for x in items] if list in kinds else items

    def _entries(self, items):
        pairs = _paired(items)
        _spread([key for key, _ in pairs])
        return pairs

    def _mapping(self, payload):
        """Keys and values of a node's payload, the keys such as can be hashed in time."""
        self._keys(_list(payload)[::2])
        return self._entries(self._items(payload))

    def fill(self, obj, node):
        """Give an object the contents of a node: a fresh shell, or an object that a call has changed."""
        tag, payload = node
        try:
            if tag == "list":
                obj[:] = self._items(payload)
            elif tag in ("dict", "Counter", "OrderedDict"):
                pairs = self._mapping(payload)
                obj.clear()
                for key, item in pairs:
                    obj[key] = item
            elif tag == "defaultdict":
                pairs = self._mapping(payload[1])
                obj.clear()
                for key, item in pairs:
                    obj[key] = item
            elif tag == "set":
                items = _spread(self._items(self._keys(_list(payload))))
                obj.clear()
                obj.update(items)
            elif tag == "deque":
                items = self._items(payload[1])
                obj.clear()
                obj.extend(items)
            elif tag == "bytearray":
                obj[:] = _from_hex(payload)
            else:
                pairs = _paired(self._items(_part(payload, 2)[1]))
                if not all(type(key) is str for key, _ in pairs):
                    raise Forged("attribute")
                give_attributes(obj, pairs)
        except TypeError:
            raise Forged("unhashable") from None

    def update(self, obj, node):
        """`fill` for an object of the request: the type must be the one it had."""
        if type(node) is not list or len(node) != 2 or type(node[0]) is not str:
            raise Forged("update")
        tag, payload = node
        if tag == "node":
            name = _part(payload, 2)[0]
            if type(name) is not str or name != type(obj).__name__ or name not in self.classes:
                raise Forged("update")
        elif type(obj) is not _MUTABLE.get(tag):
            raise Forged("update")
        if tag in ("deque", "defaultdict"):
            _part(payload, 2)
        self.fill(obj, node)


def node_like(kind):
    """Can instances of this class be made and filled without running anything of it?"""
    if type(kind) is not type:
        return False
    try:
        object.__new__(kind)
    except TypeError:
        return False
    return True


_slots = {}


def _slots_of(kind):
    """Attributes that a class keeps outside `__dict__`, as their names are in `__slots__`, mangled where private."""
    if kind not in _slots:
        found = []
        for base in kind.__mro__:
            names = base.__dict__.get("__slots__", ())
            for name in (names,) if type(names) is str else tuple(names):
                if name.startswith("__") and not name.endswith("__"):
                    name = "_%s%s" % (base.__name__.lstrip("_"), name)
                if name not in ("__dict__", "__weakref__"):
                    found.append(name)
        _slots[kind] = found
    return _slots[kind]


def attributes(obj):
    """(name, value) for each attribute of a node-like object."""
    slots = _slots_of(type(obj))
    if not slots:
        return object.__getattribute__(obj, "__dict__").items() if type(obj).__dictoffset__ else ()
    pairs = list(object.__getattribute__(obj, "__dict__").items()) if type(obj).__dictoffset__ else []
    for name in slots:
        try:
            pairs.append((name, object.__getattribute__(obj, name)))
        except AttributeError:
            pass
    return pairs


def give_attributes(obj, pairs):
    slots = _slots_of(type(obj))
    if type(obj).__dictoffset__:
        attributes = object.__getattribute__(obj, "__dict__")
        attributes.clear()
        if not slots:
            attributes.update(pairs)
            return
    pairs = dict(pairs)
    for name in slots:
        if name not in pairs and hasattr(type(obj), name):
            try:
                object.__delattr__(obj, name)
            except AttributeError:
                pass
    for name, value in pairs.items():
        try:
            object.__setattr__(obj, name, value)
        except AttributeError:
            pass  # the two sides' classes of this name need not have the same attributes


def mutable(obj, classes):
    """Can a call change this object in place?"""
    kind = type(obj)
    return kind in classes or kind in _MUTABLE_TYPES


_MUTABLE_TYPES = frozenset(_MUTABLE.values())


def snapshot(obj):
    """The parts of a mutable object, by identity, to see afterwards whether a call changed it."""
    kind = type(obj)
    if kind is bytearray:
        return bytes(obj)
    if kind in (list, set, collections.deque):
        return tuple(obj)
    return tuple(x for pair in (obj.items() if isinstance(obj, dict) else attributes(obj)) for x in pair)


def unchanged(before, obj):
    after = snapshot(obj)
    if type(before) is bytes:
        return before == after
    return len(before) == len(after) and all(map(_same, before, after))


def _same(a, b):
    return a is b


def dumps(message):
    return wire.dumps(message)


def loads(data):
    """Parse an untrusted message."""
    try:
        return wire.loads(data)
    except (ValueError, RecursionError):
        raise Forged("not JSON") from None


def _list(payload):
    if type(payload) is not list:
        raise Forged("payload")
    return payload


def _part(payload, count):
    if type(payload) is not list or len(payload) != count:
        raise Forged("payload")
    return payload


def _spread(items):
    """Refuse keys that were made to collide: a table of them takes the square of their number."""
    if len(items) > COLLISIONS and len(items) - len(set(map(hash, items))) > COLLISIONS:
        raise Forged("collisions")
    return items


def _paired(items):
    if len(items) % 2:
        raise Forged("pairs")
    return list(zip(items[::2], items[1::2]))


def _big_int(payload):
    try:
        return int(payload, 16) if type(payload) is str else _refuse()
    except ValueError:
        raise Forged("int") from None


def _from_hex(payload):
    try:
        return bytes.fromhex(payload) if type(payload) is str else _refuse()
    except ValueError:
        raise Forged("bytes") from None


def _refuse():
    raise Forged("payload")
