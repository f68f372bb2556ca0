import { DataType, type Table, type Vector } from 'apache-arrow';

/** Rows of an Arrow table as plain objects: int64 as bigint, lists as arrays, structs as objects, null for none. */
export function* plainRows(table: Table): Generator<Record<string, unknown>> {
  const columns = table.schema.fields.map((field, at) => ({
    name: field.name,
    vector: table.getChildAt(at),
  }));
  for (let row = 0; row < table.numRows; row++) {
    yield Object.fromEntries(columns.map(({ name, vector }) => [name, vector && plainAt(vector, row)]));
  }
}

/** One value. Types that no upstream uses (times, decimals, maps) come as Arrow gives them. */
function plainAt(vector: Vector, row: number): unknown {
  if (!vector.isValid(row)) return null;
  const { type } = vector;
  if (DataType.isStruct(type)) {
    return Object.fromEntries(
      type.children.map((field, at) => {
        const child = vector.getChildAt(at);
        return [field.name, child && plainAt(child, row)];
      }),
    );
  }
  const value: unknown = vector.get(row);
  if (isList(type)) {
    const items = value as Vector;
    return Array.from({ length: items.length }, (_, at) => plainAt(items, at));
  }
  return value;
}

function isList(type: DataType): boolean {
  return DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type);
}
