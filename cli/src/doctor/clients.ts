import type { App } from '@slipway/api';
import type { Context } from '../context.ts';
import { findLatestRelease } from '../publish/plan/latest-release.ts';
import { findAuthHint } from '../publish/report/client-hint.ts';
import { findMissedTargets, findOffers, missedTargetText } from '../publish/report/verify-offers.ts';
import { doubtful, type Finding, findingFromError, good, skipped } from './finding.ts';

/** Sends the same requests as installed clients, to the same addresses. */
export const examineClients = async (app: App, context: Context): Promise<Finding> => {
  const channel = context.settings.channel();
  try {
    const release = await findLatestRelease(context.client(), app.slug, channel);
    if (release === undefined) return skipped('clients', `Nothing is published on ${channel} yet.`);
    const facts = await findAuthHint(release, context);
    if (facts === undefined)
      return skipped('clients', `${release.version} is still rolling out: run \`slipway rollout show\`.`);
    const anyone = context.publicClient(app.publicUrl);
    const published = { app, release, facts, client: context.client() };
    const offers = await findOffers(anyone, published, context.interrupted);
    const missed = await findMissedTargets(anyone, published);
    const [first] = missed;
    const reached = `Clients get ${release.version} on ${offers.map(({ target }) => target).join(', ')}`;
    if (first === undefined) return good('clients', `${reached} at ${offers[0]?.address ?? app.publicUrl}.`);
    const names = missed.map(({ target }) => target).join(', ');
    return doubtful(
      'clients',
      `${reached}, but clients that follow the documentation don’t request ${names}.`,
      missed.map(missedTargetText).join('\n'),
    );
  } catch (error) {
    return findingFromError('clients', error);
  }
};
