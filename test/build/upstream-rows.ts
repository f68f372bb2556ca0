import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { parseLossless } from '../../src/source/json.ts';
import { root } from './command.ts';

const rowSchema = z.record(z.string(), z.unknown());
export type RawRow = z.infer<typeof rowSchema>;

/** The rows of a JSON lines file, zipped or not, as they are. */
export async function rawRows(path: string): Promise<RawRow[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowSchema.parse(parseLossless(line)));
}

/** The lines of an authored sample. */
export async function sampleLines(name: 'effibench' | 'mercury'): Promise<string[]> {
  return (await readFile(join(root, `data/samples/${name}.jsonl`), 'utf8')).trimEnd().split('\n');
}

/** Write rows as JSON lines and tell the path. */
export async function writeRows(
  folder: string,
  name: string,
  rows: readonly (object | string)[],
): Promise<string> {
  const path = join(folder, name);
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

/** A row of EffiBench's kind that passes at once; the solution can be set apart to be measured anew. */
export function tinyRow(id: number, changes: RawRow = {}): RawRow {
  return {
    problem_idx: id,
    task_name: `Task ${id}`,
    markdown_description: 'Add one.',
    canonical_solution: `class Solution:\n    def add(self, n: int) -> int:\n        return n + 1\n`,
    test_case: 'solution = Solution()\nassert solution.add(1) == 2\nassert solution.add(-1) == 0\n',
    ...changes,
  };
}
