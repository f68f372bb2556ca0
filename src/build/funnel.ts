import type { Funnel } from '../../schemas/manifest.ts';
import { type Reason, structuralReasonSchema } from '../../schemas/reason.ts';

/** Counts rows as they fall out. Every dropped row counts under exactly one reason. */
export class FunnelCounter {
  private total = 0;
  private readonly reasons = new Map<Reason, number>();

  add(reason: Reason | null): void {
    this.total++;
    if (reason !== null) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** Reasons in order of frequency, ties by name, so that equal builds have equal manifests. */
  result(): Funnel {
    const ordered = [...this.reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const dropped = ordered.reduce((sum, [, count]) => sum + count, 0);
    const unusable = ordered
      .filter(([reason]) => structuralReasonSchema.safeParse(reason).success)
      .reduce((sum, [, count]) => sum + count, 0);
    return {
      total: this.total,
      usable: this.total - unusable,
      kept: this.total - dropped,
      reasons: Object.fromEntries(ordered),
    };
  }
}
