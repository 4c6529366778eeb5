import { compareVersions, type ParsedVersion, parseVersion, plainVersion } from '@slipway/core/version.ts';
import { bounds } from './bounds.ts';

/** A version that clients may run. */
export interface PublishedVersion {
  channel: string;
  version: string;
  /** Whether its clients must leave it: it was withdrawn, or stopped by a brake. */
  isRescued: boolean;
  isCritical: boolean;
}

/** A version that older clients must not postpone. */
export interface CriticalVersion {
  version: string;
  parsed: ParsedVersion;
}

/** Versions that clients must leave, without a leading v. */
export const rescuedByChannel = (
  versions: readonly PublishedVersion[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const byChannel = new Map<string, Set<string>>();
  for (const { channel, version, isRescued } of versions) {
    if (!isRescued) continue;
    const own = byChannel.get(channel) ?? new Set();
    byChannel.set(channel, own.add(plainVersion(version)));
  }
  return byChannel;
};

/** By version, not by publication. */
export const newestCriticalFirst = (critical: readonly CriticalVersion[]): CriticalVersion[] =>
  critical.toSorted((a, b) => compareVersions(b.parsed, a.parsed));

/** Newest version first. */
export const criticalByChannel = (
  versions: readonly PublishedVersion[],
): ReadonlyMap<string, readonly CriticalVersion[]> => {
  const critical = versions.filter(({ isCritical }) => isCritical);
  const grouped = Map.groupBy(critical, ({ channel }) => channel);
  return new Map(
    [...grouped].map(([channel, own]) => [
      channel,
      newestCriticalFirst(own.map(({ version }) => ({ version, parsed: parseVersion(version) }))),
    ]),
  );
};

/** Published spellings by plain version; the last published spelling wins. */
export const spellingByVersion = (versions: readonly PublishedVersion[]): ReadonlyMap<string, string> =>
  new Map(versions.toReversed().map(({ version }) => [plainVersion(version), version]));

/** Versions with their own client count: the newest of the channel and of the one that it also offers. */
export const sketchedByChannel = (
  versions: readonly PublishedVersion[],
  channels: readonly { name: string; alsoOffers: string | undefined }[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const spelled = spellingByVersion(versions);
  const lastOf = (...names: (string | undefined)[]): Set<string> => {
    const own = versions.filter(({ channel }) => names.includes(channel));
    const plain = [...new Set(own.map(({ version }) => plainVersion(version)))];
    return new Set(plain.slice(0, bounds.sketchedVersions).map((name) => spelled.get(name) ?? name));
  };
  return new Map(channels.map(({ name, alsoOffers }) => [name, lastOf(name, alsoOffers)]));
};
