/** A stream of 32-bit unsigned integers. */
export type RandomUint32 = () => number;

/**
 * xoshiro128** 1.1 of D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators" (2018,
 * arXiv 1805.01407), from a state of four 32-bit words that are not all zero.
 */
export function xoshiro128(state: readonly [number, number, number, number]): RandomUint32 {
  let [a, b, c, d] = state;
  if ((a | b | c | d) === 0) throw new RangeError('xoshiro128: the state is all zero');
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/**
 * A generator from one 32-bit seed. The state is filled by a Weyl sequence through the finaliser of MurmurHash3
 * (A. Appleby), as SplitMix does it, so that neighbouring seeds start far apart.
 */
export function randomFromSeed(seed: number): RandomUint32 {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`seed ${seed}: not an integer from 0 to 2^32-1`);
  }
  let weyl = seed | 0;
  const word = (): number => {
    weyl = (weyl + 0x9e3779b9) | 0;
    let mixed = weyl ^ (weyl >>> 16);
    mixed = Math.imul(mixed, 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  // The finaliser is a bijection and the four inputs differ, so at most one word is zero.
  return xoshiro128([word(), word(), word(), word()]);
}

/** An index from 0 to `size` − 1. The bias is below size ÷ 2³², far under what a bootstrap can resolve. */
export function randomIndex(next: RandomUint32, size: number): number {
  return Math.floor((next() / 4294967296) * size);
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
