import type { App, Artifact, Client, ClientHints, PublicClient, Release } from '@slipway/api';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { withRetries } from '../../net/retry.ts';
import { type CheckResult, checkAsClients } from './check-as-client.ts';
import { type CheckTarget, checkTargetFor, documentedTargets } from './check-target.ts';

/* Checks the public host at the same addresses as clients: only an offered release is really published. */

interface PublishedRelease {
  app: App;
  release: Release;
  /** Explains why a release is not for the oldest clients. */
  client: Client;
  /** Hints that get a release that is not for everyone yet. */
  facts?: ClientHints;
}

export interface VerifiedOffer {
  target: string;
  /** The address of the check, with a placeholder for the version. */
  address: string;
  /** The download address. */
  url: string;
  /** The version that gets it, if the oldest clients do not. */
  to?: NonNullable<CheckResult['to']>;
}

/** A target that clients request only if they do not follow the docs. */
export interface MissedTarget {
  target: string;
  /** The target that documented clients request. */
  asked: string;
  address: string;
  /** The version that they get instead, if any. */
  told: string | undefined;
}

const notOffered = (what: string, why: string, url: string): Failure =>
  new Failure(`${what} is published, but clients don’t get it: ${why}.`, {
    exit: exitCodes.failed,
    code: 'not-offered',
    remedy: `Run \`slipway check\` to see why. Clients request ${url}.`,
  });

/** In the notation of the docs. */
export const checkUrl = ({ publicUrl }: App, channel: string, { target, arch }: CheckTarget): string =>
  `${publicUrl}/releases/${[channel, target, arch].map(encodeURIComponent).join('/')}/{version}`;

const latestAddress = ({ publicUrl, publicSlug }: App, channel: string): string =>
  `${publicUrl}/releases/v1/apps/${publicSlug}/latest?channel=${encodeURIComponent(channel)}`;

/** The history lists a release that is rolling out before it is the latest. */
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
  if (url === undefined) throw notOffered(target, 'another release is the latest', address);
  return { target, address, url };
};

const askOnce = async (
  anyone: PublicClient,
  published: PublishedRelease,
  target: string,
): Promise<VerifiedOffer> => {
  const { app, release, client, facts = {} } = published;
  const checkTarget = checkTargetFor(target);
  const isPartly = Object.keys(facts).length > 0;
  if (checkTarget === undefined) return await (isPartly ? askHistory : askLatest)(anyone, published, target);
  const address = checkUrl(app, release.channel, checkTarget);
  const { version, url, to } = await checkAsClients(anyone, { release, facts, checkTarget }, client);
  if (version === undefined) throw notOffered(target, 'the server says there is no update', address);
  if (version !== release.version) throw notOffered(target, `the server offers ${version}`, address);
  return { target, address, url, ...(to === undefined ? {} : { to }) };
};

const activeMains = ({ artifacts }: Release): Artifact[] =>
  artifacts.filter(({ state, companionOf }) => state === 'active' && companionOf === undefined);

/** Retries, because other nodes may need a moment. */
export const findOffers = async (
  anyone: PublicClient,
  published: PublishedRelease,
  signal: AbortSignal,
): Promise<VerifiedOffer[]> => {
  const targets = activeMains(published.release).map(({ target }) => target);
  if (targets.length === 0) {
    const { app, release } = published;
    throw notOffered(release.version, 'all its files were pruned', app.publicUrl);
  }
  return await Promise.all(
    targets.map((target) =>
      withRetries(
        {
          attempts: 4,
          signal,
          shouldRetry: (error) => error instanceof Failure && error.code === 'not-offered',
        },
        () => askOnce(anyone, published, target),
      ),
    ),
  );
};

/** Targets that documented clients do not request, and the responses that they get. */
export const findMissedTargets = async (
  anyone: PublicClient,
  published: PublishedRelease,
): Promise<MissedTarget[]> => {
  const { app, release, client, facts = {} } = published;
  // Artifacts with a build number belong to Sparkle, which reads a feed and never requests a target.
  const checked = activeMains(release).filter(({ build }) => build === undefined);
  const pairs = checked.flatMap(({ target }) =>
    documentedTargets(target).flatMap((requested) => {
      const checkTarget = checkTargetFor(requested);
      return checkTarget === undefined ? [] : [{ target, requested, checkTarget }];
    }),
  );
  const found = await Promise.all(
    pairs.map(async ({ target, requested, checkTarget }) => {
      const { version: offered } = await checkAsClients(anyone, { release, facts, checkTarget }, client);
      return {
        target,
        asked: requested,
        address: checkUrl(app, release.channel, checkTarget),
        told: offered,
      };
    }),
  );
  return found.filter(({ told: offered }) => offered !== release.version);
};

export const offerText = ({ to }: VerifiedOffer, version: string): string =>
  to === undefined
    ? `offers ${version}`
    : `offers ${version} to ${to.version}; older clients get ${to.oldest ?? 'nothing'} first`;

export const missedTargetText = ({
  target,
  asked: requested,
  address,
  told: offered,
}: MissedTarget): string =>
  `clients that follow the documentation request ${address} and get ${offered ?? 'nothing'}. Only custom clients request ${target}. Publish the file as ${requested}, or as both: --target ${requested}=<path>.`;
