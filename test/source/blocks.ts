/** A file as it arrives: cut into blocks of the given lengths, the rest in one. */
export async function* inBlocks(
  bytes: Buffer | string,
  lengths: readonly number[] = [],
): AsyncGenerator<Buffer> {
  const whole = Buffer.from(bytes);
  let start = 0;
  for (const length of lengths) {
    if (start >= whole.length) return;
    yield whole.subarray(start, start + length);
    start += length;
  }
  if (start < whole.length) yield whole.subarray(start);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
