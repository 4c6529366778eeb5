import fc from 'fast-check';

/** Realistic versions, near misses, and arbitrary text. */
export const version = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'v', 'V', ' ', 'r', 'release-'),
      fc.array(fc.oneof(fc.nat(3), fc.nat(), fc.constantFrom('00', '007')), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(
        '',
        '-',
        '-alpha',
        '-alpha.1',
        '-alpha.beta',
        '-beta.2',
        '-beta.11',
        '-rc.1',
        '-0',
        '-01',
        '-1a',
      ),
      fc.constantFrom('', '+', '+build.5', '.', '_x'),
    )
    .map(([v, numbers, pre, build]) => `${v}${numbers.join('.')}${pre}${build}`),
  fc.string({ unit: fc.constantFrom(...'v0123456789.-+abZ_ '), maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 24 }),
);
