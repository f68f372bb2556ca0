import { stripVTControlCharacters } from 'node:util';
import { convert } from 'html-to-text';
import type { MercuryRow } from './upstream.ts';

/** The task as a model reads it: `pretty_content`, else the HTML of `meta_info`, else the slug. */
export function mercuryStatement(row: MercuryRow): string {
  const pretty = (row.pretty_content ?? []).map(clean).filter((part) => part !== '');
  if (pretty.length > 0) return pretty.join('\n\n');
  const html = contentOf(row.meta_info);
  if (html)
    return clean(convert(html, { wordwrap: false, selectors: [{ selector: 'img', format: 'skip' }] }));
  return row.slug_name.replaceAll('-', ' ');
}

/** Upstream coloured some of its text for a terminal. */
export function clean(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The statement's HTML somewhere in `meta_info`, whose shape is LeetCode's own: `data.question.content`. */
function contentOf(meta: unknown): string | null {
  if (meta === null || typeof meta !== 'object') return null;
  const record = meta as Record<string, unknown>;
  if (typeof record.content === 'string' && record.content.trim() !== '') return record.content;
  for (const value of Object.values(record)) {
    const found = contentOf(value);
    if (found) return found;
  }
  return null;
}
