#!/usr/bin/env python3
"""Writes data/samples/mercury.jsonl and mercury.expected.json from the tasks in scripts/mercury_sample.

The expected verdicts come from running every reference, one of them until its time is over: about twenty seconds.
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from mercury_sample.sample import rows_text, verdicts_text  # noqa: E402

SAMPLES = Path(__file__).resolve().parents[1] / 'data' / 'samples'


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('--check', action='store_true', help='write nothing; exit 1 if a file would change')
    arguments.add_argument('--rows-only', action='store_true', help='leave the verdicts alone; run no reference')
    chosen = arguments.parse_args()

    rows = rows_text()
    texts = {'mercury.jsonl': rows}
    if not chosen.rows_only:
        texts['mercury.expected.json'] = verdicts_text(rows)
    stale = False
    for name, text in texts.items():
        path = SAMPLES / name
        if not chosen.check:
            path.write_bytes(text.encode())
        elif not path.exists() or path.read_bytes() != text.encode():
            print(f'{name} is not what scripts/mercury_sample makes: run {Path(__file__).name}', file=sys.stderr)
            stale = True
    return 1 if stale else 0


if __name__ == '__main__':
    sys.exit(main())
