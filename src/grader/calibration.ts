/**
 * How long the harness's calibration takes on an undisturbed core, from what recent runs have seen. Not the best ever:
 * a machine that has become slower for good (all its cores in use, a lower clock) must not look disturbed for ever.
 */
export interface Calibration {
  /** Nanoseconds; null before the first run. */
  best(): number | null;
  note(ns: number | null): void;
}

const remembered = 64;
const share = 0.2;

export function createCalibration(): Calibration {
  const recent: number[] = [];
  return {
    best() {
      const ordered = [...recent].sort((a, b) => a - b);
      return ordered[Math.floor(ordered.length * share)] ?? null;
    },
    note(ns) {
      if (ns === null) return;
      recent.push(ns);
      if (recent.length > remembered) recent.shift();
    },
  };
}
