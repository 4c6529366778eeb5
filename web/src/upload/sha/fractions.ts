const primes = (count: number): bigint[] => {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n += 1n) if (found.every((prime) => n % prime !== 0n)) found.push(n);
  return found;
};

/** The integer root, rounded down. */
const root = (of: bigint, power: bigint): bigint => {
  let [low, high] = [0n, 1n << 72n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= of) low = middle;
    else high = middle;
  }
  return low;
};

/** SHA-512 constants: 64 fractional bits of roots of primes (4.2.3, 5.3.5). */
export const fractions = (count: number, power: bigint): bigint[] =>
  primes(count).map((prime) => BigInt.asUintN(64, root(prime << (64n * power), power)));
