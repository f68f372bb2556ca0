"""Print a dataset as two independent Python readers see it: one JSON object a line, types first.

usage: read_rows.py pyarrow FILE | read_rows.py datasets FOLDER | read_rows.py concatenate FILE...
"""

import json
import sys


def show(types, rows):
    print(json.dumps({"types": types}))
    for row in rows:
        print(json.dumps(row))


def main(reader, *paths):
    if reader == "pyarrow":
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(paths[0])
        show({field.name: str(field.type) for field in table.schema}, table.to_pylist())
        return
    import datasets

    datasets.disable_progress_bars()
    if reader == "datasets":
        data = datasets.load_dataset(paths[0], split="train")
    else:
        # As verl does: each file by itself, then all of them together.
        loaded = [datasets.load_dataset("parquet", data_files=path)["train"] for path in paths]
        data = datasets.concatenate_datasets(loaded)
    show({name: repr(feature) for name, feature in data.features.items()}, data.to_list())


main(*sys.argv[1:])
