import { Effects, EffectVerb } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderEffects } from '../../serialize/offers.ts';
import type { Needs } from '../../services.ts';

export const previewReleaseEffects = appRoute({
  summary: 'Say what clients would be offered, were a release published, withdrawn, restored or pruned',
  description:
    'What a confirmation shows before anyone confirms it: for each channel and target of the release what clients are offered now and what they would be, by the decision that answers the check; where the release is rolled out to a part of the clients, of those whom it lets in. `target` is what would be pruned, all where it is not given. Refuses what the verb would refuse for the state of the release. Nothing changes.',
  params: ['id'],
  query: Type.Object({
    verb: EffectVerb,
    target: Type.Optional(Type.String({ description: 'Only this target.' })),
  }),
  responses: { 200: Effects },
  problems: ['invalid-fields', 'not-found', 'not-published', 'not-a-draft', 'release-withdrawn'],
  handle: async ({ caller, params, query: { verb, target } }, { effectPreviews }: Needs<'effectPreviews'>) =>
    ok(renderEffects(await effectPreviews.previewEffects(caller.app, params.id, { verb, target }))),
});
