import { UserError } from '../../schemas/errors.ts';

/** `MERCURY_MAX_REFS` when it is not set. */
export const defaultMaxReferences = 8;

/**
 * LeetCode's runtime in milliseconds: "76ms", "76 ms", "1.2s". Null when it is absent or reads as anything else.
 */
export function leetcodeRuntimeMs(text: string | null | undefined): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(ms|s)\s*$/i.exec(text ?? '');
  if (match === null) return null;
  const value = Number(match[1]);
  return match[2]?.toLowerCase() === 's' ? value * 1000 : value;
}

/**
 * Which references of a pool are measured: at most `maxReferences`, spread evenly by rank over the order of their
 * LeetCode runtimes, the fastest and the slowest always among them.
 *
 * References whose runtime is unknown rank nowhere, so they only fill the places that those with a known runtime
 * leave free; these too are spread evenly, over upstream's order. Nothing is random, ties keep upstream's order.
 *
 * @returns Indices into `references`: fastest to slowest, then those of unknown runtime.
 */
export function sampleReferences(
  references: readonly { readonly runtime?: string | null }[],
  maxReferences: number = defaultMaxReferences,
): number[] {
  if (!Number.isInteger(maxReferences) || maxReferences < 2) {
    throw new UserError(
      `MERCURY_MAX_REFS ${maxReferences}: the fastest and the slowest reference are always measured; use an integer of at least 2`,
    );
  }
  const known: { index: number; runtimeMs: number }[] = [];
  const unknown: number[] = [];
  for (const [index, reference] of references.entries()) {
    const runtimeMs = leetcodeRuntimeMs(reference.runtime);
    if (runtimeMs === null) unknown.push(index);
    else known.push({ index, runtimeMs });
  }
  // Array.prototype.sort is stable, which is what keeps ties in upstream's order.
  known.sort((left, right) => left.runtimeMs - right.runtimeMs);
  const ranked = evenly(
    known.map(({ index }) => index),
    maxReferences,
  );
  return [...ranked, ...evenly(unknown, maxReferences - ranked.length)];
}

/** `count` of the items at even distances, first and last included; all of them when there are no more. */
function evenly<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  if (count <= 1) return items.slice(0, count);
  // More items than places: the step is above 1, so no two rounded positions meet.
  return Array.from({ length: count }, (_, place) =>
    Math.round((place * (items.length - 1)) / (count - 1)),
  ).flatMap((position) => items.slice(position, position + 1));
}
