import type { App, Artifact, Client, ClientHints, PublicClient, Release } from '@slipway/api';
import { type CheckTarget, checkTargetFor, documentedTargets } from '@slipway/build-files/platform.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { patiently } from '../../net/retry.ts';
import { type CheckResult, checkAsClients } from './check-as-client.ts';

/* Asks the public host as clients do, at the very addresses that they ask: only what is offered there is published. */

interface PublishedRelease {
  app: App;
  release: Release;
  /** Says why where a release is not for the oldest clients. */
  client: Client;
  /** What to tell of oneself, so that a release is offered that is not for everyone yet. */
  facts?: ClientHints;
}

export interface VerifiedOffer {
  target: string;
  /** The address that clients ask, their own version left open. */
  address: string;
  /** Where the file is downloaded. */
  url: string;
  /** Who is offered it, where the oldest clients are not. */
  to?: NonNullable<CheckResult['to']>;
}

/** A target whose name only clients with words of their own ask for. */
export interface MissedTarget {
  target: string;
  /** What clients ask for who follow the documentation. */
  asked: string;
  address: string;
  /** What they are told: another version, or nothing. */
  told: string | undefined;
}

const notOffered = (what: string, why: string, url: string): Failure =>
  new Failure(`${what} is published, but not offered to clients: ${why}.`, {
    exit: exitCodes.failed,
    code: 'not-offered',
    remedy: `\`slipway check\` says what a client gets and why; clients ask ${url}.`,
  });

/** The address of a check as documents write it. */
export const checkUrl = ({ publicUrl }: App, channel: string, { target, arch }: CheckTarget): string =>
  `${publicUrl}/releases/${[channel, target, arch].map(encodeURIComponent).join('/')}/{version}`;

const latestAddress = ({ publicUrl, publicSlug }: App, channel: string): string =>
  `${publicUrl}/releases/v1/apps/${publicSlug}/latest?channel=${encodeURIComponent(channel)}`;

/** What is rolling out is listed before it is the latest. */
const askHistory = async (
  client: PublicClient,
  published: PublishedRelease,
  target: string,
): Promise<VerifiedOffer> => {
  const { app, release } = published;
  const { channel, id } = release;
  const { releases } = await client.getHistory(app.publicSlug, { channel, target, limit: 100 });
  const url = releases.find((one) => one.id === id)?.platforms[target]?.url;
  const address = latestAddress(app, channel).replace('/latest?', '/releases?');
  if (url === undefined) throw notOffered(target, 'it is not listed', address);
  return { target, address, url };
};

const askLatest = async (
  client: PublicClient,
  published: PublishedRelease,
  target: string,
): Promise<VerifiedOffer> => {
  const { app, release } = published;
  const latest = await client.getLatest(app.publicSlug, { channel: release.channel, target });
  const isOurs = 'platforms' in latest && latest.version === release.version;
  const url = isOurs ? latest.platforms[target]?.url : undefined;
  const address = latestAddress(app, release.channel);
  if (url === undefined) throw notOffered(target, 'the latest release is another', address);
  return { target, address, url };
};

const askOnce = async (
  anyone: PublicClient,
  published: PublishedRelease,
  target: string,
): Promise<VerifiedOffer> => {
  const { app, release, client, facts = {} } = published;
  const words = checkTargetFor(target);
  const isPartly = Object.keys(facts).length > 0;
  if (words === undefined) return await (isPartly ? askHistory : askLatest)(anyone, published, target);
  const address = checkUrl(app, release.channel, words);
  const { version, url, to } = await checkAsClients(anyone, { release, facts, words }, client);
  if (version === undefined) throw notOffered(target, 'the answer is that there is nothing new', address);
  if (version !== release.version) throw notOffered(target, `the answer is ${version}`, address);
  return { target, address, url, ...(to === undefined ? {} : { to }) };
};

const activeMains = ({ artifacts }: Release): Artifact[] =>
  artifacts.filter(({ state, companionOf }) => state === 'active' && companionOf === undefined);

/** Where each target of a release is offered; other nodes may need a moment to hear of it. */
export const findOffers = async (
  anyone: PublicClient,
  published: PublishedRelease,
  signal: AbortSignal,
): Promise<VerifiedOffer[]> => {
  const targets = activeMains(published.release).map(({ target }) => target);
  if (targets.length === 0) {
    const { app, release } = published;
    throw notOffered(release.version, 'none of its artifacts is left, all were pruned', app.publicUrl);
  }
  return await Promise.all(
    targets.map((target) =>
      patiently(
        { attempts: 4, signal, again: (error) => error instanceof Failure && error.code === 'not-offered' },
        () => askOnce(anyone, published, target),
      ),
    ),
  );
};

/** The targets of a release that clients do not ask for who ask as the documentation says, and what those get. */
export const findMissedTargets = async (
  anyone: PublicClient,
  published: PublishedRelease,
): Promise<MissedTarget[]> => {
  const { app, release, client, facts = {} } = published;
  // What has a build number is Sparkle's, which reads a feed and never asks for a target.
  const checked = activeMains(release).filter(({ build }) => build === undefined);
  const pairs = checked.flatMap(({ target }) =>
    documentedTargets(target).flatMap((asked) => {
      const words = checkTargetFor(asked);
      return words === undefined ? [] : [{ target, asked, words }];
    }),
  );
  const found = await Promise.all(
    pairs.map(async ({ target, asked, words }) => {
      const { version: told } = await checkAsClients(anyone, { release, facts, words }, client);
      return { target, asked, address: checkUrl(app, release.channel, words), told };
    }),
  );
  return found.filter(({ told }) => told !== release.version);
};

/** What clients are answered: the release, or who gets it where the oldest do not. */
export const offerText = ({ to }: VerifiedOffer, version: string): string =>
  to === undefined
    ? `offers ${version}`
    : `offers ${version} to clients of ${to.version}; the oldest get ${to.oldest ?? 'nothing'}`;

/** What to say of a missed target, and what to do about it. */
export const missedTargetText = ({ target, asked, address, told }: MissedTarget): string =>
  `a client that asks as the documentation says asks ${address} and is offered ${told ?? 'nothing'}: only a client with words of its own asks for ${target}. Publish that file as ${asked}, or as both, with --target ${asked}=<path>.`;
