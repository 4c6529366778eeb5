/* Clients are built for a glibc that not every system has which is still served. */

const versionHere = (): string | undefined => {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
};

/** Why a client that needs this glibc cannot run here; undefined where it can. */
export const reasonNotToRun = (needed: readonly [major: number, minor: number]): string | undefined => {
  if (process.platform !== 'linux') return 'the scenarios are written for Linux';
  const here = versionHere();
  const [major = 0, minor = 0] = here?.split('.').map(Number) ?? [];
  const isEnough = major > needed[0] || (major === needed[0] && minor >= needed[1]);
  return isEnough ? undefined : `it needs glibc ${needed.join('.')}, here is ${here ?? 'another C library'}`;
};
