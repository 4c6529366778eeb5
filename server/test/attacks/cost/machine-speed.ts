/*
 * Limits in milliseconds refer to the machine they were set on. A slower one gets more time in proportion to the same
 * fixed work, measured in the same run; a faster one gets no less.
 */

/** CPU time of the fixed work on the machine that the limits were set on. */
const referenceMs = 6;
const rounds = 7;

const text = JSON.stringify(
  Array.from({ length: 4_000 }, (_, index) => ({
    version: `1.${index}.0`,
    notes: 'Fixes a crash. '.repeat(8),
    bytes: index * 7_919,
    targets: ['linux-x86_64', 'darwin-aarch64', 'windows-x86_64'],
  })),
);

const cpuMs = (): number => {
  const before = process.cpuUsage();
  if (JSON.stringify(JSON.parse(text)).length !== text.length) throw new Error('the fixed work changed');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** How many times slower than the reference machine this one is right now; at least 1. */
export const slowness = (): number => {
  const times = Array.from({ length: rounds }, cpuMs);
  return Math.max(1, Math.min(...times) / referenceMs);
};
