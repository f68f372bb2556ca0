import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findPython } from '../../src/grader/python.ts';

const run = promisify(execFile);
const count = 100_000;
const reportSchema = z.object({ values: z.number(), messages: z.number(), accepted: z.number() });

test(`${count} random values survive the codec, and ${count} forged messages are refused as such`, async () => {
  const { executable } = await findPython();
  const program = join(import.meta.dirname, 'codec_properties.py');
  const { stdout } = await run(executable, ['-S', program, String(count), '20261201']);
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(report).toMatchObject({ values: count, messages: count });
  // Some mutations leave a message valid: without them the decoder's depths would not be reached.
  expect(report.accepted).toBeGreaterThan(count / 100);
  expect(report.accepted).toBeLessThan(count);
}, 300_000);
