"""Write the column types that upstream files use, with one codec. usage: write_upstream.py FILE CODEC"""

import sys

import pyarrow
import pyarrow.parquet

message = pyarrow.struct([("role", pyarrow.string()), ("content", pyarrow.large_string())])
pair = pyarrow.struct([("runtime", pyarrow.string()), ("solution", pyarrow.list_(pyarrow.list_(pyarrow.int64())))])
columns = {
    "text": pyarrow.array(["a", None, "", "\U0001f600\u00e9"], pyarrow.string()),
    "large": pyarrow.array(["a", None, "", "\U0001f600\u00e9"], pyarrow.large_string()),
    "view": pyarrow.array(["a", None, "", "longer than the twelve bytes of a view"], pyarrow.string_view()),
    "dictionary": pyarrow.array(["x", None, "y", "x"], pyarrow.dictionary(pyarrow.int32(), pyarrow.string())),
    "large_dictionary": pyarrow.array(["x", None, "y", "x"], pyarrow.large_string()).dictionary_encode(),
    "int64": pyarrow.array([2**62 + 1, None, -5, 0], pyarrow.int64()),
    "int32": pyarrow.array([1, None, -5, 0], pyarrow.int32()),
    "float64": pyarrow.array([1.5, None, -0.1, 0], pyarrow.float64()),
    "bool": pyarrow.array([True, None, False, True], pyarrow.bool_()),
    "strings": pyarrow.array([["x"], None, [], [None, "y"]], pyarrow.large_list(pyarrow.large_string())),
    "messages": pyarrow.array(
        [[{"role": "user", "content": None}], None, [], [None, {"role": "user", "content": "x"}]],
        pyarrow.list_(message),
    ),
    "pair": pyarrow.array(
        [{"runtime": "1ms", "solution": [[1], [], None]}, None, {"runtime": None, "solution": None}, {"runtime": "", "solution": []}],
        pair,
    ),
}
path, codec = sys.argv[1:]
# Row groups of three rows: the values do not all stand at the beginning of their chunk.
pyarrow.parquet.write_table(pyarrow.table(columns), path, compression=codec, row_group_size=3)
