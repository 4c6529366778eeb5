import type { Artifact, Client, Release } from '@slipway/api';
import { compareVersions } from '../../releases/version-order.ts';
import { type ImportFile, type ImportRelease, releaseKey } from '../merge/merge-feeds.ts';

/* What the service has of a release already: whoever runs the command again goes on where it stopped. */

export type ImportStatus =
  /** Nothing yet, or a draft to go on with. */
  | { is: 'new' }
  | { is: 'draft' }
  /** Published with the same bytes; `without` names what it lacks and can no longer have. */
  | { is: 'there'; without: string[] }
  /** Published, and only the bytes can tell whether they are the same. */
  | { is: 'unsure'; release: Release }
  /** Published with other bytes. */
  | { is: 'taken'; targets: string[] }
  | { is: 'withdrawn' }
  /** Something newer was published: publishing it now would offer it in place of that. */
  | { is: 'older'; than: string };

/** A release with how it stands. */
export interface ReleaseStatus {
  release: ImportRelease;
  standing: ImportStatus;
}

type ByteComparison = 'same' | 'other' | 'unsure';

const compare = (file: ImportFile, artifact: Artifact): ByteComparison => {
  const pairs = [
    [file.hashes.sha256, artifact.sha256],
    [file.hashes.sha512, artifact.sha512],
    [file.hashes.sha1, artifact.sha1],
    // A signature covers the bytes: with another key or other bytes it would be another.
    [file.signature, artifact.signature],
  ];
  const told = pairs.find(([own, held]) => own !== undefined && own !== null && held);
  if (told === undefined) return 'unsure';
  return told[0] === told[1] ? 'same' : 'other';
};

const standingOfPublished = (release: ImportRelease, published: Release): ImportStatus => {
  const held = new Map(published.artifacts.map((artifact) => [artifact.target, artifact]));
  const judged = release.files.map((file) => {
    const target = file.targets[0] ?? '';
    const artifact = held.get(target);
    return { target, likeness: artifact === undefined ? 'missing' : compare(file, artifact) };
  });
  const named = (likeness: string) =>
    judged.filter((one) => one.likeness === likeness).map(({ target }) => target);
  if (named('other').length > 0) return { is: 'taken', targets: named('other') };
  if (named('unsure').length > 0) return { is: 'unsure', release: published };
  return { is: 'there', without: named('missing') };
};

const standingOf = (
  release: ImportRelease,
  { known, latest }: { known: Release | undefined; latest: Release | undefined },
): ImportStatus => {
  if (known?.state === 'withdrawn') return { is: 'withdrawn' };
  if (known?.state === 'published') return standingOfPublished(release, known);
  if (latest !== undefined && compareVersions(release.version, latest.version) < 0)
    return { is: 'older', than: latest.version };
  return { is: known === undefined ? 'new' : 'draft' };
};

const listAll = async (client: Client, app: string, channel: string): Promise<Release[]> => {
  const all: Release[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listReleases(app, {
      channel,
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...page.releases);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
};

const latestOf = (releases: Release[]): Release | undefined =>
  releases
    .filter(({ state }) => state === 'published')
    .sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0];

/** How each release stands with the service; `channels` are those that exist. */
export const findImportStatuses = async (
  releases: ImportRelease[],
  { client, app, channels }: { client: Client; app: string; channels: Set<string> },
): Promise<ReleaseStatus[]> => {
  const held = new Map<string, Release>();
  const latest = new Map<string, Release | undefined>();
  for (const channel of new Set(releases.map((one) => one.channel))) {
    const existing = channels.has(channel) ? await listAll(client, app, channel) : [];
    for (const one of existing) held.set(releaseKey(channel, one.version), one);
    latest.set(channel, latestOf(existing));
  }
  return releases.map((release) => {
    const known = held.get(releaseKey(release.channel, release.version));
    return { release, standing: standingOf(release, { known, latest: latest.get(release.channel) }) };
  });
};
