import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const verdictsSchema = z.record(
  z.string(),
  z.object({
    solutions: z.number(),
    passing: z.number(),
    cases: z.number(),
    reason: z.string().nullable(),
    failures: z.record(z.string(), z.number()),
  }),
);

describe('the Mercury sample', () => {
  it('is byte for byte what its script makes', async () => {
    const script = resolve(root, 'scripts/make-mercury-sample.py');
    const { exitCode, stderr } = await execa('python3', [script, '--check', '--rows-only'], {
      reject: false,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('has a verdict for every row, and every failing reference is accounted for', async () => {
    const rows = (await readFile(resolve(root, 'data/samples/mercury.jsonl'), 'utf8')).trimEnd().split('\n');
    const slugs = rows.map((row) => z.object({ slug_name: z.string() }).parse(JSON.parse(row)).slug_name);
    const text = await readFile(resolve(root, 'data/samples/mercury.expected.json'), 'utf8');
    const verdicts = verdictsSchema.parse(JSON.parse(text));
    expect(Object.keys(verdicts)).toEqual(slugs);
    for (const verdict of Object.values(verdicts).filter((each) => each.cases > 0)) {
      const failing = Object.values(verdict.failures).reduce((sum, times) => sum + times, 0);
      expect(verdict.passing + failing).toBe(verdict.solutions);
      expect(verdict.reason === null).toBe(verdict.passing > 0);
    }
  });

  it('holds hashes and case values that a double cannot', async () => {
    const text = await readFile(resolve(root, 'data/samples/mercury.jsonl'), 'utf8');
    const hashes = [...text.matchAll(/"hash": (-?\d+)/g)].map((match) => BigInt(match[1] ?? '0'));
    expect(hashes.length).toBeGreaterThan(100);
    for (const hash of hashes) {
      expect(hash).toBe(BigInt.asIntN(64, hash));
      expect(BigInt(Number(hash))).not.toBe(hash);
    }
    expect(text).toContain('85070591730234615847396907784232501249');
  });
});
