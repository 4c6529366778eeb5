import { documentRulesOf, planDocument } from '../../../src/domain/decision/feed-plan.ts';
import { selectForClient, visibleReleases } from '../../../src/domain/decision/feed-selection.ts';
import type { DecisionSource } from '../../../src/domain/decision/planner.ts';
import type { RenderedResponse } from '../../../src/domain/model/adapter.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Feed } from '../../../src/domain/model/feed.ts';
import type { Client } from '../../../src/domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { defaultBrakes, type Rollout } from '../../../src/domain/model/rollout.ts';
import { signed } from './signed.ts';
import { answerOf, artifactOf, viewOf } from './stage.ts';

/* Feed documents during rollouts, read as their clients read them. */

/** A rollout of a release, active by default. */
export const rolloutOf = (permille: number, more: Partial<Rollout> = {}): Rollout => ({
  ...{ releaseId: 'rel', seed: 7, permille, state: 'rolling', stopped: undefined, steps: [] },
  ...{ steppedAt: '2026-01-01T00:00:00.000Z', round: 1, stepNumber: 1, capReached: false, brakedTargets: [] },
  ...{ withoutId: 'network', fleetSize: undefined, cohorts: ['qa'], manual: true, newInstalls: false },
  ...{ rescue: true, brakes: defaultBrakes },
  ...more,
});

interface ChannelReleases {
  releases: readonly ReleaseWithArtifacts[];
  rescued?: ReadonlySet<string> | undefined;
}

export const requestedChannel = 'requested';

/** A channel, and perhaps one that it also offers; last published first. */
export const twoChannels = (own: ChannelReleases, also?: ChannelReleases): DecisionSource => {
  const channels = Object.entries({ [requestedChannel]: own, ...(also && { also }) });
  return {
    channels: new Map(
      channels.map(([channel, { releases }]) => [channel, releases.map((one) => ({ ...one, channel }))]),
    ),
    rescued: new Map(channels.map(([channel, { rescued = new Set<string>() }]) => [channel, rescued])),
    alsoOffers: new Map(also && [[requestedChannel, 'also']]),
    critical: new Map(),
  };
};

/** A client's response for a document of some releases, last published first. */
export const readAs = (
  feed: Feed,
  document: string,
  {
    releases,
    client,
    rescued,
    also,
  }: {
    client: Client;
    also?: ChannelReleases;
  } & ChannelReleases,
): RenderedResponse | undefined => {
  const source = twoChannels({ releases, rescued }, also);
  const plan = planDocument(source, requestedChannel, documentRulesOf(feed, document));
  const selection = selectForClient(plan, client);
  const visible = plan.isSameForEveryone ? [...releases] : visibleReleases(plan, selection);
  const view = { ...viewOf(...visible), published: plan.releases, shares: selection.shares };
  return answerOf(feed.render(view, document), { version: client.currentVersion, id: 'App' });
};

const minisigned = Buffer.from(
  [
    'untrusted comment: x',
    Buffer.concat([Buffer.from('ED'), Buffer.alloc(72, 7)]).toString('base64'),
    'trusted comment: timestamp:1',
    Buffer.alloc(64, 9).toString('base64'),
    '',
  ].join('\n'),
).toString('base64');

const packageOf = (version: string): Artifact =>
  artifactOf('windows-x86_64', '.nupkg', {
    facts: { sha1: 'ab'.repeat(20), fileName: `App-${version}-full.nupkg` },
  });

/** For each document, a matching file and the version that its client would select. */
export interface Reader {
  feed: string;
  document: string;
  fileOf(version: string): Artifact;
  /** Whether its client sends its version. */
  sendsVersion: boolean;
  versionIn(body: string): string | undefined;
}

const highest = (versions: Iterable<RegExpExecArray>): string | undefined =>
  [...versions]
    .map(([, version = '']) => version)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];

export const readers: readonly Reader[] = [
  {
    ...{ feed: 'electron', document: '', sendsVersion: false },
    fileOf: () => artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } }),
    versionIn: (body) => /^version: "(.*)"/.exec(body)?.[1],
  },
  {
    ...{ feed: 'squirrel', document: 'mac:aarch64', sendsVersion: true },
    fileOf: () => artifactOf('darwin-aarch64', '.zip'),
    versionIn: (body) => (body === '' ? undefined : (JSON.parse(body) as { name: string }).name),
  },
  {
    ...{ feed: 'velopack', document: 'target:windows-x86_64', sendsVersion: true },
    fileOf: packageOf,
    versionIn: (body) => highest(body.matchAll(/"Version":"([^"]*)"/g)),
  },
  {
    ...{ feed: 'squirrel', document: 'releases:x86_64', sendsVersion: true },
    fileOf: packageOf,
    // A client in no rollout takes lines without a percentage.
    versionIn: (body) => highest(body.matchAll(/^(?!0{40}).*App-([\d.]+)-full\.nupkg \d+$/gm)),
  },
  {
    ...{ feed: 'sparkle', document: 'darwin-aarch64', sendsVersion: false },
    fileOf: () => signed('darwin-aarch64', '.zip'),
    versionIn: (body) => highest(body.matchAll(/<sparkle:version>([^<]*)</g)),
  },
  ...['tauri', 'cargo-packager'].map(
    (feed): Reader => ({
      ...{ feed, document: 'latest', sendsVersion: false },
      fileOf: () => artifactOf('linux-x86_64', '.AppImage', { signature: minisigned }),
      versionIn: (body) => (body === '' ? undefined : (JSON.parse(body) as { version: string }).version),
    }),
  ),
];

/** The client as seen by a reader that sends fewer details or evaluates some itself. */
export const readerClientOf = ({ feed, document, sendsVersion }: Reader, client: Client): Client => ({
  ...client,
  ...(sendsVersion ? {} : { currentVersion: undefined }),
  ...(feed === 'sparkle' ? { system: undefined } : {}),
  ...(document.startsWith('releases:') ? { id: undefined, network: undefined } : {}),
});
