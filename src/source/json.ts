/** Integers of this many digits may be beyond 2⁵³. */
const longDigits = /\d{16}/;

/**
 * Parse JSON without losing integers: those beyond 2⁵³ become bigint. The reviver, which costs several times the
 * parsing, runs only where a long run of digits occurs at all.
 */
export function parseLossless(text: string): unknown {
  if (!longDigits.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
      ? BigInt(context.source)
      : value,
  );
}
