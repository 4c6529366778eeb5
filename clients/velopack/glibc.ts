/* Some clients need a newer glibc than supported systems have. */

const versionHere = (): string | undefined => {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
};

/** The reason a client that needs this glibc cannot run here; undefined if it can. */
export const reasonNotToRun = (needed: readonly [major: number, minor: number]): string | undefined => {
  if (process.platform !== 'linux') return 'the scenarios are written for Linux';
  const here = versionHere();
  const [major = 0, minor = 0] = here?.split('.').map(Number) ?? [];
  const isEnough = major > needed[0] || (major === needed[0] && minor >= needed[1]);
  return isEnough ? undefined : `it needs glibc ${needed.join('.')}, here is ${here ?? 'another C library'}`;
};
