import { convert } from 'html-to-text';
import type { EffibenchRow } from './upstream.ts';

/**
 * The task as a model reads it. The HTML keeps what upstream's Markdown lost (superscripts: 10^5 became 105), but
 * mirrors often carry only the Markdown, so the Markdown leads and the HTML is the fallback; a row with neither is
 * described by its name.
 */
export function statementOf(row: EffibenchRow): string {
  const markdown = row.markdown_description?.trim();
  if (markdown) return tidy(markdown);
  const html = row.description?.trim();
  if (html) return tidy(fromHtml(html));
  return row.task_name?.trim() || `Problem ${row.problem_idx}`;
}

function fromHtml(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });
}

/** Upstream leaves long runs of blank and non-breaking space between paragraphs. */
function tidy(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
