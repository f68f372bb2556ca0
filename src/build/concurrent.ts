/**
 * Call `work` for each item, at most `limit` at a time, in whatever order they finish. Items are drawn only when
 * there is room, so a long source is never read ahead. The first failure stops the drawing and is thrown once the
 * work under way has ended.
 */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { error: unknown } | undefined;
  const start = (item: T): void => {
    const task = work(item)
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => running.delete(task));
    running.add(task);
  };
  try {
    for await (const item of items) {
      if (failed) break;
      start(item);
      if (running.size >= limit) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
  }
  if (failed) throw failed.error;
}
