import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineSchema } from '../../schemas/baseline.ts';
import { diffResultSchema } from '../../schemas/diff.ts';
import type { Funnel, Manifest, VerdictRow } from '../../schemas/manifest.ts';
import { type Reason, reasonSchema } from '../../schemas/reason.ts';
import {
  type BuildSide,
  baselineOf,
  baselineSide,
  buildSide,
  type RowContent,
  rowContent,
} from '../../src/hub/build-side.ts';
import { diffBuilds } from '../../src/hub/diff.ts';
import { diffMarkdown } from '../../src/hub/diff-markdown.ts';
import { diffText } from '../../src/hub/diff-text.ts';
import { measuredDrift, median } from '../../src/hub/drift.ts';
import { upstreamFile } from '../upstream.ts';
import { sampleManifest, sampleRow, sampleVerdict } from './sample-build.ts';

interface Row {
  id: string;
  reason: Reason | null;
  prompt?: string;
  starter?: string;
  suite?: string;
  runtimeMs?: number;
}

const screened = new Set<string>([
  'no-tests',
  'no-solution-class',
  'no-entry-point',
  'unparsable-solution',
  'unparsable-row',
]);

function funnelOf(rows: readonly Row[]): Funnel {
  const reasons: Funnel['reasons'] = {};
  for (const { reason } of rows) if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    total: rows.length,
    usable: rows.filter(({ reason }) => !screened.has(reason ?? '')).length,
    kept: rows.filter(({ reason }) => reason === null).length,
    reasons,
  };
}

function verdictsOf(rows: readonly Row[]): VerdictRow[] {
  return rows.map(({ id, reason, runtimeMs }, row) => ({
    ...sampleVerdict(row, reason),
    id,
    stage: screened.has(reason ?? '') ? 'screen' : 'grade',
    detail: reason ? `why ${reason}` : '',
    runtime_ms: reason ? null : (runtimeMs ?? 1),
  }));
}

function contentOf({ id, prompt = '', starter = '', suite = '' }: Row): RowContent {
  const row = sampleRow(1);
  return rowContent(id, {
    ...row,
    prompt: [{ role: 'user', content: prompt }],
    reward_model: { style: 'rule', ground_truth: suite },
    extra_info: { ...row.extra_info, starter_code: starter },
  });
}

const manifestOf = (rows: readonly Row[], change: Partial<Manifest> = {}): Manifest => ({
  ...sampleManifest,
  funnel: funnelOf(rows),
  ...change,
});

function side(label: string, rows: readonly Row[], change: Partial<Manifest> = {}): BuildSide {
  const kept = rows.filter(({ reason }) => reason === null).map(contentOf);
  return buildSide(label, manifestOf(rows, change), verdictsOf(rows), kept);
}

/** The rows of the scale set with the verdicts that were observed, null where it is not at hand. */
function scaleRows(): Row[] | null {
  const [data, expected] = ['jsonl.gz', 'expected.json'].map((ending) =>
    upstreamFile(`scale/effibench-scale.${ending}`),
  );
  if (!data || !expected) return null;
  const { rows } = JSON.parse(readFileSync(expected, 'utf8')) as {
    rows: { problem_idx: number; reason: string | null; passes: boolean }[];
  };
  const reasons = new Map(
    rows.map(({ problem_idx, reason, passes }) => [problem_idx, passes ? null : reasonSchema.parse(reason)]),
  );
  const lines = gunzipSync(readFileSync(data)).toString('utf8').trim().split('\n');
  return lines.map((line, index) => {
    const row = JSON.parse(line) as { problem_idx: number; markdown_description: string; test_case: string };
    return {
      id: String(row.problem_idx),
      reason: reasons.get(row.problem_idx) ?? null,
      prompt: row.markdown_description,
      suite: row.test_case,
      runtimeMs: 1 + (index % 17),
    };
  });
}

describe('five rows of the scale set changed by hand', () => {
  test('are exactly the five that are named, each with why', (context) => {
    const rows = scaleRows();
    if (!rows) return context.skip('the scale set is not at hand: set EFFIVERL_UPSTREAM');
    const first = (reason: Reason | null, skip = 0): Row => {
      const found = rows.filter((row) => row.reason === reason)[skip];
      if (!found) throw new Error(`no row with ${reason}`);
      return found;
    };
    const [lost, prompt, suite] = [first(null, 3), first(null, 100), first(null, 200)];
    const [gained, other] = [first('timeout'), first('runtime-error', 2)];
    const changes = new Map<string, Partial<Row>>([
      [lost.id, { reason: 'flaky' }],
      [prompt.id, { prompt: `${prompt.prompt} ` }],
      [suite.id, { suite: `${suite.suite}\n` }],
      [gained.id, { reason: null }],
      [other.id, { reason: 'no-tests' }],
    ]);
    const after = rows.map((row) => ({ ...row, ...changes.get(row.id) }));
    const diff = diffBuilds(side('before', rows), side('after', after));

    expect(diff.same).toBe(false);
    const outcome = (stage: string, reason: Reason | null): object => ({
      stage,
      reason,
      detail: reason ? `why ${reason}` : '',
    });
    expect(diff.lost).toEqual([
      { id: lost.id, before: outcome('grade', null), after: outcome('grade', 'flaky') },
    ]);
    expect(diff.gained).toEqual([
      { id: gained.id, before: outcome('grade', 'timeout'), after: outcome('grade', null) },
    ]);
    expect(diff.otherReason).toEqual([
      { id: other.id, before: outcome('grade', 'runtime-error'), after: outcome('screen', 'no-tests') },
    ]);
    expect(diff.changed).toEqual({ prompt: [prompt.id], starter: [], groundTruth: [suite.id] });
    const { kept, usable } = funnelOf(rows);
    expect(diff.stages).toEqual([
      { stage: 'total', before: rows.length, after: rows.length },
      { stage: 'usable', before: usable, after: usable - 1 },
      { stage: 'kept', before: kept, after: kept },
    ]);
    for (const text of [diffText(diff), diffMarkdown(diff)]) {
      const named = new Set(text.match(/\b1\d{4}\b/g));
      expect(named).toEqual(new Set(changes.keys()));
      expect(text).toContain('drift');
    }
    expect(diffResultSchema.parse(JSON.parse(JSON.stringify(diff)))).toEqual(diff);
  });

  test('unchanged, it is the same', (context) => {
    const rows = scaleRows();
    if (!rows) return context.skip('the scale set is not at hand: set EFFIVERL_UPSTREAM');
    const diff = diffBuilds(side('before', rows), side('after', rows));
    expect(diff.same).toBe(true);
    expect(diffText(diff).split('\n').at(-1)).toBe('same');
  });
});

const anyRows = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 40 }).map(String),
    reason: fc.option(fc.constantFrom(...reasonSchema.options), { freq: 1 }),
    prompt: fc.constantFrom('a', 'b'),
    starter: fc.constantFrom('a', 'b'),
    suite: fc.constantFrom('a', 'b'),
    runtimeMs: fc.double({ min: 0.01, max: 1000, noNaN: true }),
  }),
  { selector: (row) => row.id, maxLength: 30 },
);

describe('whatever the builds are', () => {
  test('a build is the same as itself, and measurements alone make no difference', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 2, max: 9 }), (rows, factor) => {
        const slower = rows.map((row) => ({ ...row, runtimeMs: row.runtimeMs * factor }));
        const diff = diffBuilds(side('a', rows), side('b', slower));
        expect(diff.same).toBe(true);
        const kept = rows.filter((row) => row.reason === null);
        expect(diff.measured?.rows).toBe(kept.length);
        if (kept.length > 0) expect(diff.measured?.medianRatio).toBeCloseTo(factor, 9);
        expect(diff.measured?.outliers).toEqual([]);
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  test('it is the same exactly when ids, reasons and content are, and turns round with the sides', () => {
    fc.assert(
      fc.property(anyRows, anyRows, (a, b) => {
        const forward = diffBuilds(side('a', a), side('b', b));
        const back = diffBuilds(side('b', b), side('a', a));
        const key = (row: Row): string =>
          JSON.stringify(row.reason ? [row.id, row.reason] : [row.id, row.prompt, row.starter, row.suite]);
        const [left, right] = [a.map(key).sort(), b.map(key).sort()];
        expect(forward.same).toBe(JSON.stringify(left) === JSON.stringify(right));
        const ids = (list: { id: string }[] | null): string[] => (list ?? []).map(({ id }) => id).sort();
        expect(ids(forward.gained)).toEqual(ids(back.lost));
        expect(ids(forward.lost)).toEqual(ids(back.gained));
        expect(forward.changed?.prompt.toSorted()).toEqual(back.changed?.prompt.toSorted());
        const kept = (rows: Row[]): number => rows.filter((row) => row.reason === null).length;
        expect((forward.gained?.length ?? 0) - (forward.lost?.length ?? 0)).toBe(kept(b) - kept(a));
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

describe('measured drift', () => {
  test('outliers are rows that moved against the machine, furthest first', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ id: `r${at}`, reason: null, runtimeMs: 10 }));
    const after = rows.map((row, at) => ({ ...row, runtimeMs: at === 4 ? 300 : at === 6 ? 5 : 30 }));
    const drift = measuredDrift(verdictsOf(rows), verdictsOf(after));
    expect(drift.medianRatio).toBe(3);
    expect(drift.outliers).toEqual([
      { id: 'r4', beforeMs: 10, afterMs: 300, ratio: 30 },
      { id: 'r6', beforeMs: 10, afterMs: 5, ratio: 0.5 },
    ]);
    expect(measuredDrift(verdictsOf(rows), verdictsOf(after), 8).outliers.map(({ id }) => id)).toEqual([
      'r4',
    ]);
  });

  test.each([
    [[], null],
    [[3], 3],
    [[4, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('the median of %j is %s', (values, expected) => expect(median(values)).toBe(expected));
});

describe('against a baseline', () => {
  const rows: Row[] = [
    { id: 'a', reason: null },
    { id: 'b', reason: null },
    { id: 'c', reason: 'timeout' },
  ];

  test.each([
    ['effibench', 1000, 974, 854],
    ['mercury', 256, 256, 256],
    ['evalperf', 118, 118, 118],
  ])('%s is recorded with %i, %i, %i and where that is from', (name, total, usable, kept) => {
    const path = new URL(`../../data/baselines/${name}.json`, import.meta.url);
    const baseline = baselineSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(baseline).toMatchObject({ pipeline: name, source: 'hub', total, usable, kept });
    expect(baseline.provenance.length).toBeGreaterThan(20);
  });

  test('an accepted build is the same as its baseline, and names rows that go and come', () => {
    const accepted = baselineOf(manifestOf(rows), verdictsOf(rows), 'accepted in a test');
    expect(baselineSchema.parse(JSON.parse(JSON.stringify(accepted)))).toEqual(accepted);
    expect(diffBuilds(baselineSide(accepted), side('out', rows)).same).toBe(true);
    const moved = rows.map(
      (row): Row =>
        row.id === 'c' ? { ...row, reason: null } : row.id === 'a' ? { ...row, reason: 'wrong-answer' } : row,
    );
    const diff = diffBuilds(baselineSide(accepted), side('out', moved));
    expect(diff.lost?.map(({ id, before, after }) => [id, before?.reason, after?.reason])).toEqual([
      ['a', null, 'wrong-answer'],
    ]);
    expect(diff.gained?.map(({ id }) => id)).toEqual(['c']);
    expect(diffText(diff)).toContain('c: not there → kept');
  });

  test('without ids only counts are compared, and the text says so', () => {
    const counts = { ...baselineOf(manifestOf(rows), verdictsOf(rows), 'x'), ids: null, reasons: null };
    const diff = diffBuilds(baselineSide(counts), side('out', rows));
    expect(diff).toMatchObject({ same: true, gained: null, lost: null, reasons: null });
    expect(diffText(diff)).toContain(
      'not recorded by baseline: counts by reason; which rows are kept; why rows are dropped',
    );
    expect(diffBuilds(baselineSide({ ...counts, kept: 3 }), side('out', rows)).same).toBe(false);
  });

  test('a partial build cannot become one', () => {
    expect(() => baselineOf(manifestOf(rows, { partial: true }), verdictsOf(rows), 'x')).toThrow(
      /partial build/,
    );
  });
});

describe('what is not comparable is refused with what to do', () => {
  const rows: Row[] = [{ id: 'a', reason: null }];
  test.each<[string, Partial<Manifest>, RegExp]>([
    ['another benchmark', { pipeline: 'other' }, /of sample, out of other: compare builds of one benchmark/],
    [
      'another source',
      { source: { ...sampleManifest.source, kind: 'sample' } },
      /of the source hub, out of sample: compare with --against/,
    ],
    [
      'a part',
      { partial: true, selection: { limit: 5, only: null } },
      /holds all rows, out the first 5 rows/,
    ],
  ])('%s', (_, change, expected) => {
    expect(() => diffBuilds(side('before', rows), side('out', rows, change))).toThrow(expected);
  });
});

test('fields that came, went or changed their type', () => {
  const rows: Row[] = [{ id: 'a', reason: null }];
  const diff = diffBuilds(
    side('a', rows, { extraFields: { index: 'int64', gone: 'string', typed: 'string' } }),
    side('b', rows, { extraFields: { index: 'int64', typed: 'int64', came: 'bool' } }),
  );
  expect(diff.same).toBe(false);
  expect(diff.fields).toEqual([
    { field: 'gone', before: 'string', after: null },
    { field: 'typed', before: 'string', after: 'int64' },
    { field: 'came', before: null, after: 'bool' },
  ]);
});

describe('the Markdown', () => {
  test('takes nothing of a build for markup, and has an end', () => {
    const nasty = (at: number): string => `id-${at} | <b>@everyone</b> [x](y) \`z\``;
    const rows: Row[] = Array.from({ length: 500 }, (_, at) => ({
      id: nasty(at),
      reason: null,
      prompt: 'a',
    }));
    const after = rows.map(
      (row, at): Row => (at % 2 === 0 ? { ...row, reason: 'wrong-answer' } : { ...row, prompt: 'b' }),
    );
    const text = diffMarkdown(diffBuilds(side('before', rows), side('after', after)));
    expect(text).not.toMatch(/<b>|@everyone|\[x\]/);
    expect(text).toContain('… and 220 more');
    // The largest comment that the common forges take.
    expect(text.length).toBeLessThan(65_536);
    for (const line of text.split('\n').filter((line) => line.startsWith('| id')))
      expect(line.split(' | ')).toHaveLength(3);
  });
});
