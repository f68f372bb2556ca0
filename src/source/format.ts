/** How rows are laid out in a file. */
export type Format = 'parquet' | 'json-lines' | 'json';

const extensions: Readonly<Record<string, Format>> = {
  '.parquet': 'parquet',
  '.jsonl': 'json-lines',
  '.json': 'json',
};

/** The kinds of files that can be read, for messages. */
export const knownFormats = `${Object.keys(extensions).join(', ')}, each also with .gz`;

/** The format that a file's name tells, null when it is none of ours. */
export function formatOf(path: string): Format | null {
  const plain = isGzip(path) ? path.slice(0, -'.gz'.length) : path;
  const extension = Object.keys(extensions).find((ending) => plain.endsWith(ending));
  return (extension !== undefined && extensions[extension]) || null;
}

export function isGzip(path: string): boolean {
  return path.endsWith('.gz');
}
