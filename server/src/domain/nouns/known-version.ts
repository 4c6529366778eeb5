import { plainVersion } from './version.ts';

/** A version that clients may have. */
export interface KnownVersion {
  channel: string;
  version: string;
  /** Whether its clients are to get away from it: it was withdrawn, or a brake stopped it. */
  isRescued: boolean;
  isCritical: boolean;
}

/** By channel, the versions whose clients are to get away from them, without a leading v. */
export const rescuedByChannel = (
  versions: readonly KnownVersion[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const byChannel = new Map<string, Set<string>>();
  for (const { channel, version, isRescued } of versions) {
    if (!isRescued) continue;
    const own = byChannel.get(channel) ?? new Set();
    byChannel.set(channel, own.add(plainVersion(version)));
  }
  return byChannel;
};
