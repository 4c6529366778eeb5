import { Offer } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderOffer } from '../../serialize/offers.ts';
import type { Needs } from '../../services.ts';

export const listOffers = appRoute({
  summary: 'Say what is offered right now, by channel and target',
  description:
    'For each channel and target the release that clients are offered who are in no rollout that is not done, by the decision that answers the check. Where nothing is offered there is no row; there are 1,000 at most. `newest` is false where another target of the channel is offered a newer one.',
  responses: { 200: Type.Object({ offers: Type.Array(Offer) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { effectPreviews }: Needs<'effectPreviews'>) =>
    ok({ offers: (await effectPreviews.listOffers(caller.app)).map(renderOffer) }),
});
