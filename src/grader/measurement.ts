import type { Measurement } from '../../schemas/verdict.ts';
import type { PassReport } from './report.ts';

const nsPerMs = 1e6;
const kbPerMb = 1024;

/**
 * Reduce the passes of one program to its measurement: the smallest pass is the runtime, since whatever else the
 * machine does can only add to it. Memory and CPU time are those of that same pass.
 */
export function reducePasses(passes: readonly PassReport[], baselineKb: number): Measurement | null {
  const ordered = [...passes].sort((a, b) => a.ns - b.ns);
  const [fastest, second] = ordered;
  if (!fastest) return null;
  return {
    runtimeMs: fastest.ns / nsPerMs,
    memoryMb: fastest.peakKb / kbPerMb,
    passes: passes.length,
    spread: second ? second.ns / Math.max(1, fastest.ns) - 1 : null,
    loadMs: Math.min(...passes.map((pass) => pass.loadNs)) / nsPerMs,
    cpuMs: fastest.cpuNs / nsPerMs,
    baselineMb: baselineKb / kbPerMb,
  };
}
