import { Bool, type DataType, Field, Float64, Int32, Int64, Utf8 } from 'apache-arrow';
import { type VerdictRow, verdictRowSchema } from '../../schemas/manifest.ts';
import type { WrittenFile } from './file.ts';
import { openTableFile } from './table-file.ts';

const rowsPerGroup = 10_000;

const columns: Record<keyof VerdictRow, DataType> = {
  row: new Int64(),
  id: new Utf8(),
  kept: new Bool(),
  stage: new Utf8(),
  reason: new Utf8(),
  detail: new Utf8(),
  runtime_ms: new Float64(),
  memory_mb: new Float64(),
  passes: new Int32(),
  spread: new Float64(),
  load_ms: new Float64(),
  cpu_ms: new Float64(),
  baseline_mb: new Float64(),
  asserts_total: new Int32(),
  asserts_passed: new Int32(),
  suite_bytes: new Int64(),
};
const maxInt32 = 2 ** 31 - 1;

export interface VerdictsWriter {
  /** Throws TypeError, naming row and field, when a value does not fit its column. */
  write(row: VerdictRow): Promise<void>;
  close(): Promise<WrittenFile>;
  /** Remove what was written. */
  abort(): Promise<void>;
}

/** Write verdicts.parquet: one flat line for every upstream row, kept or not. */
export async function openVerdictsWriter(path: string): Promise<VerdictsWriter> {
  const fields = Object.entries(columns).map(([name, type]) => new Field(name, type, true));
  const file = openTableFile(path, fields, { rows: rowsPerGroup });
  return {
    async write(row) {
      const line = verdictColumns(row);
      await file.write(line, 150 + 2 * (row.id.length + row.detail.length));
    },
    close: () => file.close(),
    abort: () => file.abort(),
  };
}

function verdictColumns(row: VerdictRow): Record<string, unknown> {
  const parsed = verdictRowSchema.safeParse(row);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new TypeError(`verdict of row ${row.row}, field ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => {
      const value = parsed.data[name as keyof VerdictRow];
      if (type instanceof Int64) return [name, value === null ? null : BigInt(value as number)];
      if (type instanceof Int32 && Math.abs(Number(value)) > maxInt32) {
        throw new TypeError(`verdict of row ${row.row}, field ${name}: ${value} is no int32`);
      }
      // Details quote what programs print, which may hold halves of surrogate pairs: UTF-8 cannot.
      return [name, typeof value === 'string' ? value.toWellFormed() : value];
    }),
  );
}
