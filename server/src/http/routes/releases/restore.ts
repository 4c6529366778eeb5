import { ReleaseAnswer } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const restoreRelease = route({
  summary: 'Offer a withdrawn release again, in its old place',
  answers: { 200: ReleaseAnswer },
  problems: ['not-found', 'not-published'],
  handle: async ({ verbs, caller, params }) =>
    ok(renderReviewed(await verbs.withdrawing.restore(caller, params.id ?? ''))),
});
