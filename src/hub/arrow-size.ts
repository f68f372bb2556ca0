import type { VerlRow } from '../../schemas/verl-row.ts';

/**
 * Bytes of one row in Arrow's memory layout: strings and lists take a 32-bit offset beside their content, numbers
 * eight bytes, booleans a bit. `datasets` sums the same over the tables that it reads and adds a few bytes a batch:
 * one more offset a column, and validity bits, which depend on where it cuts. Nothing compares the two numbers: it
 * uses ours to see whether the disk has room.
 */
export function arrowRowBytes(row: VerlRow, extraFields: Readonly<Record<string, string>>): number {
  const { data_source, prompt, ability, reward_model, extra_info } = row;
  const messages = prompt.reduce((sum, { role, content }) => sum + text(role) + text(content), offsetBytes);
  const extra = Object.entries(extraFields).reduce(
    (sum, [name, type]) => sum + extraBytes(type, extra_info[name]),
    0,
  );
  return (
    text(data_source) +
    messages +
    text(ability) +
    text(reward_model.style) +
    text(reward_model.ground_truth) +
    extra
  );
}

const offsetBytes = 4;
const text = (value: string): number => offsetBytes + Buffer.byteLength(value);

function extraBytes(type: string, value: unknown): number {
  if (type === 'string') return text(typeof value === 'string' ? value : '');
  if (type === 'list<string>') {
    const items: unknown[] = Array.isArray(value) ? value : [];
    return items.reduce<number>((sum, item) => sum + text(String(item)), offsetBytes);
  }
  return type === 'bool' ? 1 / 8 : 8;
}
