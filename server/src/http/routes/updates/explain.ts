import { Explanation } from '@slipway/api';
import { Type } from 'typebox';
import { defaultChannel } from '../../../domain/nouns/channel.ts';
import { artifactTarget } from '../../../domain/nouns/offer.ts';
import { renderRelease } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const explainUpdate = appRoute({
  summary: 'Say what a client would get, and why',
  description:
    'Answers the question “why does this client not update?”: the decision of an update check, with every release that was looked at and the reason.',
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'A channel; `stable` unless given.' })),
    target: Type.String({ description: 'The target or its first part, as in the address of a check.' }),
    arch: Type.String({ description: 'The architecture, such as `x86_64`.' }),
    currentVersion: Type.String({ description: 'The version that is installed.' }),
  }),
  answers: { 200: Explanation },
  problems: ['invalid-fields', 'not-found', 'adapter-not-registered'],
  handle: async ({ verbs, check, caller, query }) => {
    const wanted = {
      channel: query.channel ?? defaultChannel,
      target: artifactTarget(query.target, query.arch),
    };
    const { app, release, considered } = await verbs.updating.explain(caller.app, wanted, {
      currentVersion: query.currentVersion,
    });
    // A check answers so before anything else.
    check.getAdapter(app);
    return ok({
      outcome: release === undefined ? 'none' : 'update',
      release: release === undefined ? null : renderRelease(release),
      considered,
    });
  },
});
