import type { App, PublicClient, Release } from '@slipway/api';
import { exitCodes, Failure } from '../failure.ts';
import { patiently } from '../net/patience.ts';
import { askFor } from './history.ts';

/* Asks the public host as a client would: only what is offered there is really published. */

interface Published {
  app: App;
  release: Release;
}

interface Offer {
  target: string;
  url: string;
}

const notOffered = (what: string, why: string, url: string): Failure =>
  new Failure(`${what} is published, but not offered to clients: ${why}.`, {
    exit: exitCodes.failed,
    code: 'not-offered',
    remedy: `\`slipway check\` says what a client gets and why; they ask ${url}.`,
  });

/** A version older than all, and one that no cache on the way has been asked for before. */
const freshVersion = (): string => `0.0.0-check.${Date.now().toString(36)}`;

const askOnce = async (client: PublicClient, published: Published, target: string): Promise<Offer> => {
  const { app, release } = published;
  const asked = askFor(target);
  if (asked === undefined) {
    const latest = await client.getLatest(app.publicSlug, { channel: release.channel, target });
    const url =
      'platforms' in latest && latest.version === release.version ? latest.platforms[target]?.url : undefined;
    if (url === undefined) throw notOffered(target, 'the latest release is another', app.publicUrl);
    return { target, url };
  }
  const offer = await client.check({ channel: release.channel, ...asked, currentVersion: freshVersion() });
  if (offer === undefined) throw notOffered(target, 'the answer is that there is nothing new', app.publicUrl);
  if (offer.version !== release.version) {
    throw notOffered(target, `the answer is ${String(offer.version)}`, app.publicUrl);
  }
  return { target, url: String(offer.url) };
};

/** Where each target of a release is offered; other nodes may need a moment to hear of it. */
export const findOffers = async (
  client: PublicClient,
  published: Published,
  signal: AbortSignal,
): Promise<Offer[]> => {
  const targets = published.release.artifacts
    .filter(({ state }) => state === 'active')
    .map(({ target }) => target);
  if (targets.length === 0) {
    const { app, release } = published;
    throw notOffered(release.version, 'none of its artifacts is left, all were pruned', app.publicUrl);
  }
  return await Promise.all(
    targets.map((target) =>
      patiently(
        { attempts: 4, signal, again: (error) => error instanceof Failure && error.code === 'not-offered' },
        () => askOnce(client, published, target),
      ),
    ),
  );
};
