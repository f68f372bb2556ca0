import { Bool, type DataType, Field, Float64, Int64, List, Struct, Utf8 } from 'apache-arrow';
import { UserError } from '../../schemas/errors.ts';
import {
  type ExtraFields,
  type ExtraType,
  extraTypes,
  reservedExtraNames,
  type VerlRow,
  verlRowSchema,
} from '../../schemas/verl-row.ts';
import type { TableRow } from './table-file.ts';

/** In every file; pipelines add theirs behind them. */
const ownFields: ExtraFields = { split: 'string', index: 'int64' };

const text = (name: string): Field => new Field(name, new Utf8(), true);

const arrowTypes: Record<ExtraType, () => DataType> = {
  string: () => new Utf8(),
  int64: () => new Int64(),
  float64: () => new Float64(),
  bool: () => new Bool(),
  'list<string>': () => new List(text('element')),
};

/** All fields of `extra_info`. Throws for names that verl or we use, that Python would not read, or unknown types. */
export function allExtraFields(extraFields: ExtraFields): ExtraFields {
  for (const [name, type] of Object.entries(extraFields)) {
    if (reservedExtraNames.includes(name) || Object.hasOwn(ownFields, name)) {
      throw new TypeError(`extra_info.${name} is a name that verl or effiverl uses itself: choose another`);
    }
    if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      throw new TypeError(`extra_info.${name}: Python reads this name, so it is spelled in snake_case`);
    }
    if (!extraTypes.includes(type)) throw new TypeError(`extra_info.${name}: ${type} is no type of a field`);
  }
  return { ...ownFields, ...extraFields };
}

/**
 * The columns of every file that we publish, so that files of all pipelines concatenate: plain Utf8 strings (large
 * ones load alone but not together), int64 index, and `extra_info` with a field for each of `extra`.
 */
export function verlFields(extra: ExtraFields): Field[] {
  const message = new Struct([text('role'), text('content')]);
  const extraFields = Object.entries(extra).map(([name, type]) => new Field(name, arrowTypes[type](), true));
  return [
    text('data_source'),
    new Field('prompt', new List(new Field('element', message, true)), true),
    text('ability'),
    new Field('reward_model', new Struct([text('style'), text('ground_truth')]), true),
    new Field('extra_info', new Struct(extraFields), true),
  ];
}

/**
 * A row as the columns need it. `where` names the row in errors: a value that does not fit its column is a mistake of
 * the pipeline (TypeError); text that UTF-8 cannot hold comes from upstream (UserError).
 */
export function verlColumns(
  row: VerlRow,
  extra: ExtraFields,
  where: string,
): { row: TableRow; bytes: number } {
  const shape = verlRowSchema.omit({ extra_info: true }).safeParse(row);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    throw new TypeError(`${where}, field ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const values: Record<string, unknown> = row.extra_info;
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(extra, name))
      throw new TypeError(`${where}, field extra_info.${name}: not in the file's schema`);
  }
  for (const name of Object.keys(ownFields)) {
    if (values[name] === undefined || values[name] === null) {
      throw new TypeError(`${where}, field extra_info.${name}: every row needs it`);
    }
  }
  const extra_info = Object.fromEntries(
    Object.entries(extra).map(([name, type]) => {
      const value = Object.hasOwn(values, name) ? values[name] : null;
      return [name, columnValue(value, type, `${where}, field extra_info.${name}`)];
    }),
  );
  const columns = { ...shape.data, extra_info };
  return { row: columns, bytes: sizeOf(columns, where, '') };
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

function columnValue(value: unknown, type: ExtraType, where: string): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'int64') {
    const integer =
      typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as number | bigint) : null;
    if (integer !== null && integer >= int64.min && integer <= int64.max) return integer;
  } else if (type === 'float64') {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  } else if (type === 'list<string>') {
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  } else if (typeof value === (type === 'bool' ? 'boolean' : 'string')) return value;
  throw new TypeError(`${where}: ${shown(value)} is no ${type}`);
}

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return 'a list of other things';
  return `a ${typeof value}`;
}

/** Size in Arrow's memory: text as UTF-8 with its offset, 8 bytes for the rest. Lone surrogates are refused. */
function sizeOf(value: unknown, where: string, path: string): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) {
      const field = path.slice(1);
      throw new UserError(
        `${where}, field ${field}: half of a surrogate pair, which UTF-8 cannot hold: drop the row`,
      );
    }
    return Buffer.byteLength(value) + 4;
  }
  if (value === null || typeof value !== 'object') return 8;
  const prefix = Array.isArray(value) ? '' : '.';
  return Object.entries(value).reduce(
    (sum, [key, item]) =>
      sum + sizeOf(item, where, Array.isArray(value) ? `${path}[${key}]` : `${path}${prefix}${key}`),
    4,
  );
}
