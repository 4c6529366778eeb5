import { ReleaseAnswer } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const restoreRelease = appRoute({
  summary: 'Offer a withdrawn release again, in its old place',
  description:
    'Undoes a withdrawal. The release takes its old place in the order of publication, and is offered again where it is the latest.',
  params: ['id'],
  answers: { 200: ReleaseAnswer },
  problems: ['not-found', 'not-published'],
  handle: async ({ verbs, caller, params }) =>
    ok(renderReviewed(await verbs.withdrawing.restore(caller, params.id))),
});
