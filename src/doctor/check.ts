import { z } from 'zod';

/** `ok`; `note`: worth knowing, nothing stops; `lack`: a build cannot run, or not as it should, until it is mended. */
export const checkSchema = z.object({
  name: z.string(),
  state: z.enum(['ok', 'note', 'lack']),
  /** What was found. */
  found: z.string(),
  /** How to mend it; null where there is nothing to mend. */
  mend: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;

export const ok = (name: string, found: string): Check => ({ name, state: 'ok', found, mend: null });

export const note = (name: string, found: string, mend: string | null = null): Check => ({
  name,
  state: 'note',
  found,
  mend,
});

export const lack = (name: string, found: string, mend: string): Check => ({
  name,
  state: 'lack',
  found,
  mend,
});
