import { Effects, EffectVerb } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderEffects } from '../../serialize/offers.ts';
import type { Needs } from '../../services.ts';

export const previewReleaseEffects = appRoute({
  summary: 'Preview the effects of publish, withdraw, restore or prune',
  description:
    'Dry run: what clients are offered now and after the action, per channel and target. During a rollout, it shows clients included in it. `target` limits a prune; the default is all targets. Fails if the release state doesn’t allow the action.',
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
