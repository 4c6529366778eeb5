import type { Artifact, Client, Release } from '@slipway/api';
import { compareVersionTexts } from '@slipway/core/version.ts';
import { type ImportFile, type ImportRelease, releaseKey } from '../merge/merge-feeds.ts';

/* The server's state of a release, so that a repeated import resumes. */

export type ImportStatus =
  /** Not on the server yet, or a draft to resume. */
  | { is: 'new' }
  | { is: 'draft' }
  /** Published with the same bytes; `without` lists missing files, which can no longer be added. */
  | { is: 'there'; without: string[] }
  /** Published, but only the bytes show whether it is the same. */
  | { is: 'unsure'; release: Release }
  /** Published with different bytes. */
  | { is: 'taken'; targets: string[] }
  | { is: 'withdrawn' }
  /** A newer release is published: publishing this one now would offer it instead. */
  | { is: 'older'; than: string };

export interface ReleaseStatus {
  release: ImportRelease;
  status: ImportStatus;
}

type ByteComparison = 'same' | 'other' | 'unsure';

const compare = (file: ImportFile, artifact: Artifact): ByteComparison => {
  const pairs = [
    [file.hashes.sha256, artifact.sha256],
    [file.hashes.sha512, artifact.sha512],
    [file.hashes.sha1, artifact.sha1],
    // A signature covers the bytes, so another key or other bytes give another signature.
    [file.signature, artifact.signature],
  ];
  const pair = pairs.find(([own, stored]) => own !== undefined && own !== null && stored);
  if (pair === undefined) return 'unsure';
  return pair[0] === pair[1] ? 'same' : 'other';
};

const statusOfPublished = (release: ImportRelease, published: Release): ImportStatus => {
  const stored = new Map(published.artifacts.map((artifact) => [artifact.target, artifact]));
  const compared = release.files.map((file) => {
    const target = file.targets[0] ?? '';
    const artifact = stored.get(target);
    return { target, likeness: artifact === undefined ? 'missing' : compare(file, artifact) };
  });
  const named = (likeness: string) =>
    compared.filter((one) => one.likeness === likeness).map(({ target }) => target);
  if (named('other').length > 0) return { is: 'taken', targets: named('other') };
  if (named('unsure').length > 0) return { is: 'unsure', release: published };
  return { is: 'there', without: named('missing') };
};

const statusOf = (
  release: ImportRelease,
  { current, latest }: { current: Release | undefined; latest: Release | undefined },
): ImportStatus => {
  if (current?.state === 'withdrawn') return { is: 'withdrawn' };
  if (current?.state === 'published') return statusOfPublished(release, current);
  if (latest !== undefined && compareVersionTexts(release.version, latest.version) < 0)
    return { is: 'older', than: latest.version };
  return { is: current === undefined ? 'new' : 'draft' };
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

/** `channels` are the existing ones. */
export const findImportStatuses = async (
  releases: ImportRelease[],
  { client, app, channels }: { client: Client; app: string; channels: Set<string> },
): Promise<ReleaseStatus[]> => {
  const stored = new Map<string, Release>();
  const latest = new Map<string, Release | undefined>();
  for (const channel of new Set(releases.map((one) => one.channel))) {
    const existing = channels.has(channel) ? await listAll(client, app, channel) : [];
    for (const one of existing) stored.set(releaseKey(channel, one.version), one);
    latest.set(channel, latestOf(existing));
  }
  return releases.map((release) => {
    const current = stored.get(releaseKey(release.channel, release.version));
    return { release, status: statusOf(release, { current, latest: latest.get(release.channel) }) };
  });
};
