"""Plays every solution of one upstream row the original's way and counts the statuses.

usage: play.py ROW.json      (prints one JSON object: {status: number})
"""

import json
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'scripts'))

from mercury_sample.plain_run import status  # noqa: E402


def main():
    row = json.loads(Path(sys.argv[1]).read_text())
    # A hook that is not public was written anew by whoever collected the row.
    row.update(row.get('_reconstructed', {}))
    print(json.dumps(Counter(status(row, each['solution']) for each in row['solutions'])))


if __name__ == '__main__':
    main()
