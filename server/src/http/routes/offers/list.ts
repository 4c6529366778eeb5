import { Offer } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderOffer } from '../../serialize/offers.ts';
import type { Needs } from '../../services.ts';

export const listOffers = appRoute({
  summary: 'List current offers by channel and target',
  description:
    'The release offered for each channel and target, excluding unfinished rollouts. No row means nothing is offered. At most 1,000 rows. `newest` is false if another target of the channel gets a newer release.',
  responses: { 200: Type.Object({ offers: Type.Array(Offer) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { effectPreviews }: Needs<'effectPreviews'>) =>
    ok({ offers: (await effectPreviews.listOffers(caller.app)).map(renderOffer) }),
});
