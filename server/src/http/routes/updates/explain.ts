import { Explanation } from '@slipway/api';
import { Type } from 'typebox';
import { findDecidingRollout } from '../../../domain/decision/decide.ts';
import {
  admitToRollout,
  bucketPosition,
  percentOfPosition,
} from '../../../domain/decision/rollout-bucketing.ts';
import { defaultChannel } from '../../../domain/model/channel.ts';
import { artifactTarget, type Client, type Plan } from '../../../domain/model/offer.ts';
import { percentOf } from '../../../domain/model/rollout.ts';
import { clientFromHints } from '../../client/client-hints.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderPreparedResponse } from '../../serialize/offers.ts';
import { renderRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

/** The client's position in the newest rollout that affects it. */
const renderStanding = (plan: Plan, client: Client) => {
  const { release, rollout } = findDecidingRollout(plan, client) ?? {};
  if (release === undefined || rollout === undefined) return {};
  const position = bucketPosition(rollout, client);
  const admission = admitToRollout(rollout, client, plan.rescued);
  const by = client.id === undefined ? (client.network === undefined ? 'none' : 'network') : 'id';
  return {
    client: { by, position: position === undefined ? null : percentOfPosition(position) },
    rollout: {
      releaseId: rollout.releaseId,
      version: release.version,
      percent: percentOf(rollout.permille),
      state: rollout.state,
      admittedBy: 'by' in admission ? admission.by : null,
    },
  };
};

type FeedNeeds = Needs<'appAdmin' | 'feedExplanations' | 'hosts'>;

/** Explains a feed, independent of the app's adapter. */
const explainFeed = async (
  { appAdmin, feedExplanations, hosts }: FeedNeeds,
  slug: string,
  { feed, ...request }: Client & { feed: string; channel: string; target: string },
) => {
  const app = await appAdmin.getApp(slug);
  const { release, plan, client, considered, documentPaths } = await feedExplanations.explain(
    app.slug,
    feed,
    request,
  );
  const [path] = documentPaths;
  return ok({
    outcome: release === undefined ? 'none' : 'update',
    release: release === undefined ? null : renderRelease(release),
    ...(plan === undefined ? {} : renderStanding(plan, client)),
    considered,
    ...(path === undefined ? {} : { url: hosts.publicUrl(app.publicSlug) + path }),
  });
};

export const explainUpdate = appRoute({
  summary: 'Explain what a client gets',
  description:
    'The decision of an update check with the reason for every release considered, and the exact response in `answer`. With `feed`, the same for a client that reads that feed.',
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Default: `stable`.' })),
    target: Type.String({
      description: 'The full target or the part before the architecture, as in a check.',
    }),
    arch: Type.String({ description: 'The architecture, for example `x86_64`.' }),
    currentVersion: Type.String({ description: 'The installed version.' }),
    client: Type.Optional(Type.String({ description: 'The client ID.' })),
    network: Type.Optional(Type.String({ description: 'The client’s IP address, if it sends no ID.' })),
    cohort: Type.Optional(Type.String({ description: 'The cohort the client sends.' })),
    manual: Type.Optional(Type.String({ description: '`true` for a manual check.' })),
    system: Type.Optional(Type.String({ description: 'The client’s operating system version.' })),
    feed: Type.Optional(
      Type.String({ description: 'ID of a feed, for a client that reads it instead of sending checks.' }),
    ),
  }),
  responses: { 200: Explanation },
  problems: ['invalid-fields', 'not-found', 'adapter-not-registered'],
  handle: async ({ caller, query }, needs: FeedNeeds & Needs<'check' | 'checkExplanations'>) => {
    const { check, checkExplanations } = needs;
    const channelTarget = {
      channel: query.channel ?? defaultChannel,
      target: artifactTarget(query.target, query.arch),
    };
    const client = { ...clientFromHints(query), currentVersion: query.currentVersion };
    if (query.feed !== undefined)
      return explainFeed(needs, caller.app, { feed: query.feed, ...client, ...channelTarget });
    const { site, plan, release, considered } = await checkExplanations.explain(
      caller.app,
      channelTarget,
      client,
    );
    // Throws for an unregistered adapter before anything else, as a check does.
    check.getAdapter(site.app);
    const place = { channel: channelTarget.channel, target: query.target, arch: query.arch };
    return ok({
      outcome: release === undefined ? 'none' : 'update',
      release: release === undefined ? null : renderRelease(release),
      ...renderStanding(plan, client),
      considered,
      answer: renderPreparedResponse(check.previewResponse(check.prepareFor(site, place), client)),
    });
  },
});
