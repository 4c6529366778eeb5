import type { DeclaredArtifact } from '../model/adapter.ts';
import { type Artifact, isMain } from '../model/artifact.ts';
import type { Feed } from '../model/feed.ts';
import { parsePlatform } from '../model/platform.ts';
import type { Policy } from '../model/policy.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';
import type { Reviewable } from '../model/review.ts';

/*
 * Rules that go by the client's version say nothing to an updater that reads a feed without telling it: it goes past a
 * milestone, and is offered a release that must not follow what it has. Its publisher should know, and what to do.
 */

/** An updater that would read a release in a feed without telling its version. */
interface Reader {
  feed: Feed;
  /** As people call it. */
  client: string;
}

/** As feeds judge it: what is there to be offered, and not how far an upload came. */
const asActive = (artifact: DeclaredArtifact): Artifact => ({
  ...{ id: '', releaseId: '', sizeBytes: 0, sha256: '', contentType: undefined, companionOf: undefined },
  ...{ facts: {}, uploadedAt: undefined, uploadId: undefined, kept: undefined },
  ...artifact,
  state: 'active',
});

const asPublished = ({ version, artifacts }: Reviewable): ReleaseWithArtifacts => ({
  ...{ id: '', app: '', channel: '', version, notes: '', state: 'published', policy: {} },
  ...{ pubDate: '', createdAt: '', touchedAt: '', publishedAt: undefined, withdrawnAt: undefined },
  ...{ withdrawReason: undefined, sequence: undefined, revision: 0 },
  artifacts: artifacts.map(asActive),
});

/** A version may stand in the address of what is found by its path. */
const isAddressed = ({ feed }: Reader): boolean => feed.isByPath === true;

const readersOf = (release: ReleaseWithArtifacts, feeds: readonly Feed[]): Reader[] =>
  release.artifacts.filter(isMain).flatMap((artifact) => {
    const place = parsePlatform(artifact.target);
    const addresses = feeds.flatMap((feed) =>
      (place === undefined ? [] : feed.addresses(place)).map((address) => ({ feed, ...address })),
    );
    const takers = addresses.filter(
      ({ feed, document }) => feed.judge(document, release, artifact) === 'fit',
    );
    // Several documents may take a file: the first is the one that it is most likely meant for.
    return [...takers.filter(isAddressed).slice(0, 1), ...takers.filter((taker) => !isAddressed(taker))];
  });

const unique = (words: readonly string[]): string => [...new Set(words)].join(', ');

const effectOf = ({ milestone, from }: Policy): string =>
  [
    ...(milestone === undefined ? [] : ['go past this milestone']),
    ...(from === undefined ? [] : ['are offered this release whatever they have']),
  ].join(' and ');

const warningOf = (policy: Policy, readers: readonly Reader[], remedy: string): Warning[] => {
  if (readers.length === 0) return [];
  const clients = unique(readers.map(({ client }) => client));
  const detail = `Updaters that read a feed and tell no version (${clients}) ${effectOf(policy)}. ${remedy}`;
  return [{ code: 'version-not-reported', detail }];
};

/** What is to be said where a release's rules go by a version, and updaters of its files read feeds that tell none. */
export const versionNotReportedWarnings = (release: Reviewable, feeds: readonly Feed[]): Warning[] => {
  const { channel = '', policy = {} } = release;
  if (policy.milestone === undefined && policy.from === undefined) return [];
  const untold = feeds.filter(({ tellsVersion }) => tellsVersion !== true);
  const readers = readersOf(asPublished(release), untold);
  const addressed = readers.filter(isAddressed);
  const addresses = addressed.map(
    ({ feed }) => `/feeds/${feed.id}/${encodeURIComponent(channel)}/from/{version}/…`,
  );
  const [told, never] = [
    `Set each build to an address with its own version: ${unique(addresses)}`,
    'No address can tell theirs: what comes later must do without this release.',
  ];
  return [
    ...warningOf(policy, addressed, told),
    ...warningOf(
      policy,
      readers.filter((reader) => !isAddressed(reader)),
      never,
    ),
  ];
};
