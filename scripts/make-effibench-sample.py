"""Writes the authored EffiBench sample and its expectations; the same bytes on every run.

    python3 scripts/make-effibench-sample.py            write data/samples/effibench.jsonl and .expected.json
    python3 scripts/make-effibench-sample.py --check    exit 1 when a file on disk differs
    python3 scripts/make-effibench-sample.py --verify   run every row of the file on disk plainly, exit 1 when one
                                                        does not come out as expected
"""

import argparse
import os
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
SAMPLES = SCRIPTS.parent / 'data' / 'samples'
sys.path.insert(0, str(SCRIPTS))

from effibench_sample.catalogue import all_tasks  # noqa: E402
from effibench_sample.expected import expected_json  # noqa: E402
from effibench_sample.plain_run import verify  # noqa: E402
from effibench_sample.rows import jsonl_of  # noqa: E402


def write(path: Path, text: str) -> None:
    """Replaces the file in one step."""
    unfinished = path.with_name(path.name + '.tmp')
    unfinished.write_bytes(text.encode('utf-8'))
    os.replace(unfinished, path)


def differing(files) -> list:
    """The files whose bytes on disk are not these."""
    return [path for path, text in files.items() if not path.exists() or path.read_bytes() != text.encode('utf-8')]


def main() -> int:
    parser = argparse.ArgumentParser(description='Writes the authored EffiBench sample.')
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument('--check', action='store_true', help='compare with the files on disk, write nothing')
    mode.add_argument('--verify', action='store_true', help='run every row without a sandbox; minutes, trusted code only')
    options = parser.parse_args()

    tasks = all_tasks()
    if options.verify:
        return verify(SAMPLES / 'effibench.jsonl', tasks)
    files = {
        SAMPLES / 'effibench.jsonl': jsonl_of(tasks),
        SAMPLES / 'effibench.expected.json': expected_json(tasks),
    }
    if options.check:
        stale = differing(files)
        for path in stale:
            print(f'{path.name} differs from what the tasks say: run {Path(__file__).name} and commit', file=sys.stderr)
        return 1 if stale else 0
    for path, text in files.items():
        write(path, text)
        print(f'{path.name}: {len(text.encode("utf-8"))} bytes')
    return 0


if __name__ == '__main__':
    sys.exit(main())
