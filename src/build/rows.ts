import { UserError } from '../../schemas/errors.ts';
import type { Source } from '../source/source.ts';
import type { AnyPipeline } from './pipeline.ts';

/** An upstream row on its way through a build: parsed, or with the reason why it cannot be. */
export interface NumberedRow {
  /** Position among the selected upstream rows, from 0. */
  index: number;
  /** As upstream spells it; `row N` where the row does not even have that. */
  id: string;
  parsed: { row: unknown } | { problem: string };
}

export interface Selection {
  limit: number | null;
  only: readonly string[] | null;
}

/** The selected rows of a source, in upstream order. One at a time: nothing is kept. */
export async function* selectRows(
  source: Source,
  pipeline: AnyPipeline,
  selection: Selection,
): AsyncGenerator<NumberedRow> {
  const only = selection.only && new Set(selection.only);
  let index = 0;
  for await (const { file, row: line, value } of source.rows()) {
    if (selection.limit !== null && index >= selection.limit) return;
    const id = idOf(value, pipeline.idColumn) ?? `row ${line}`;
    if (only && !only.has(id)) continue;
    yield { index: index++, id, parsed: parse(value, pipeline, `${file}, row ${line}`) };
  }
}

/** The identifier of a raw row, null where there is none. */
export function idOf(value: unknown, column: string): string | null {
  const id =
    value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[column] : undefined;
  if (typeof id === 'string' && id !== '') return id;
  return typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}

function parse(value: unknown, pipeline: AnyPipeline, where: string): NumberedRow['parsed'] {
  const broken = illFormed(value);
  if (broken !== null) {
    return {
      problem: `${where}, field ${broken}: half of a surrogate pair, which is no text that a dataset can hold`,
    };
  }
  const result = pipeline.schema.safeParse(value);
  if (result.success) return { row: result.data };
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the row';
  return { problem: `${where}, field ${field}: ${issue?.message ?? 'does not fit the schema'}` };
}

/** Path of the first text in a value that is not well-formed Unicode; null when all are. */
function illFormed(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path || 'the row';
  if (value === null || typeof value !== 'object') return null;
  for (const [name, part] of Object.entries(value)) {
    const found = illFormed(part, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** What a first look over a whole source finds, before any program runs. */
export interface Scan {
  rows: number;
}

/**
 * Read the whole source once: so that a damaged file, a missing column or an id that occurs twice ends the build
 * before it spends time on grading. Keeps ids only.
 */
export async function scanSource(
  source: Source,
  pipeline: AnyPipeline,
  selection: Selection,
  onRow: (rows: number) => void,
): Promise<Scan> {
  const seen = new Map<string, number>();
  const missing = new Set(pipeline.requiredColumns);
  let rows = 0;
  for await (const { file, row, value } of source.rows()) {
    const columns =
      value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
    for (const column of columns) missing.delete(column);
    const id = idOf(value, pipeline.idColumn);
    if (id !== null) {
      const first = seen.get(id);
      if (first !== undefined) {
        throw new UserError(
          `${file}, row ${row}, field ${pipeline.idColumn}: ${id} stands in row ${first} already; remove one of the two`,
        );
      }
      seen.set(id, row);
    }
    rows++;
    onRow(rows);
  }
  const names = source.files.map((file) => file.name).join(', ');
  if (rows === 0) throw new UserError(`${names} holds no rows`);
  if (missing.size > 0) {
    throw new UserError(
      `${names} lacks the column ${[...missing].join(', ')} in every row: is this ${pipeline.upstream.repo}?`,
    );
  }
  for (const id of selection.only ?? []) {
    if (!seen.has(id))
      throw new UserError(`--only ${id}: ${names} has no row with this ${pipeline.idColumn}`);
  }
  const selected = selection.only ? new Set(selection.only).size : rows;
  return { rows: Math.min(selected, selection.limit ?? selected) };
}
