/**
 * Unbiased estimate of the probability that at least one of k samples passes, from n samples of which c pass:
 * 1 − C(n−c, k) ÷ C(n, k) (Chen et al. 2021, arXiv 2107.03374, equation 1).
 *
 * It is summed over the draw that passes first. All terms are positive, so nothing cancels when c ÷ n is tiny, and
 * nothing overflows; pass@1 is c ÷ n to the last bit.
 *
 * Throws RangeError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n: more draws than samples cannot be estimated.
 */
export function passAtK(n: number, c: number, k: number): number {
  if (![n, c, k].every(Number.isInteger) || c < 0 || c > n || k < 1 || k > n) {
    throw new RangeError(`pass@${k} of ${c} passes in ${n} samples is not defined`);
  }
  if (n - c < k) return 1;
  let passed = 0;
  let allFailed = 1;
  for (let drawn = 0; drawn < k; drawn++) {
    const left = n - drawn;
    passed += allFailed * (c / left);
    allFailed *= (left - c) / left;
  }
  return Math.min(1, passed);
}
