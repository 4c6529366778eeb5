import { parsePlatform } from '@slipway/core/platform.ts';
import type { DeclaredArtifact } from '../model/adapter.ts';
import { type Artifact, isMain } from '../model/artifact.ts';
import type { Feed } from '../model/feed.ts';
import type { Policy } from '../model/policy.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Reviewable } from '../model/review.ts';

/*
 * Version rules have no effect on an updater that reads a feed without sending its version: it skips milestones and
 * gets releases that must not follow its version. These warnings explain what to do.
 */

/** An updater whose feed requests carry no version. */
interface Reader {
  feed: Feed;
  /** Display name. */
  client: string;
}

/** As feeds see it once uploaded. */
const asActive = (artifact: DeclaredArtifact): Artifact => ({
  ...{ id: '', releaseId: '', sizeBytes: 0, sha256: '', contentType: undefined, companionOf: undefined },
  ...{ facts: {}, uploadedAt: undefined, uploadId: undefined, stored: undefined },
  ...artifact,
  state: 'active',
});

const asPublished = ({ version, artifacts }: Reviewable): ReleaseWithArtifacts => ({
  ...{ id: '', app: '', channel: '', version, notes: '', state: 'published', policy: {} },
  ...{ pubDate: '', createdAt: '', touchedAt: '', publishedAt: undefined, withdrawnAt: undefined },
  ...{ withdrawReason: undefined, sequence: undefined, revision: 0 },
  artifacts: artifacts.map(asActive),
});

/** A feed that depends on the path alone may have the version in its URL. */
const isAddressed = ({ feed }: Reader): boolean => feed.ignoresQuery === true;

const readersOf = (release: ReleaseWithArtifacts, feeds: readonly Feed[]): Reader[] =>
  release.artifacts.filter(isMain).flatMap((artifact) => {
    const place = parsePlatform(artifact.target);
    const addresses = feeds.flatMap((feed) =>
      (place === undefined ? [] : feed.addresses(place)).map((address) => ({ feed, ...address })),
    );
    const takers = addresses.filter(
      ({ feed, document }) => feed.matchArtifact(document, release, artifact) === 'fit',
    );
    // Several documents may list a file; the first one is the likeliest.
    return [...takers.filter(isAddressed).slice(0, 1), ...takers.filter((taker) => !isAddressed(taker))];
  });

const unique = (words: readonly string[]): string => [...new Set(words)].join(', ');

const effectOf = ({ milestone, from }: Policy): string =>
  [
    ...(milestone === undefined ? [] : ['skip this milestone']),
    ...(from === undefined ? [] : ['get this release whatever version they have']),
  ].join(' and ');

const warningOf = (policy: Policy, readers: readonly Reader[], remedy: string): Warning[] => {
  if (readers.length === 0) return [];
  const clients = unique(readers.map(({ client }) => client));
  const detail = `Updaters that send no version (${clients}) ${effectOf(policy)}. ${remedy}`;
  return [{ code: 'version-not-reported', detail }];
};

export const versionNotReportedWarnings = (release: Reviewable, feeds: readonly Feed[]): Warning[] => {
  const { channel = '', policy = {} } = release;
  if (policy.milestone === undefined && policy.from === undefined) return [];
  const versionless = feeds.filter(({ sendsVersion }) => sendsVersion !== true);
  const readers = readersOf(asPublished(release), versionless);
  const addressed = readers.filter(isAddressed);
  const addresses = addressed.map(
    ({ feed }) => `/feeds/${feed.id}/${encodeURIComponent(channel)}/from/{version}/…`,
  );
  const [addressRemedy, noAddressRemedy] = [
    `Give each build a URL with its own version: ${unique(addresses)}`,
    'They can’t send one, so later releases must not depend on this one.',
  ];
  return [
    ...warningOf(policy, addressed, addressRemedy),
    ...warningOf(
      policy,
      readers.filter((reader) => !isAddressed(reader)),
      noAddressRemedy,
    ),
  ];
};
