import { ReleaseAnswer, Withdrawal } from '@slipway/api';
import { ok, route } from '../../route.ts';
import { renderReviewed } from '../../wire.ts';

export const withdrawRelease = route({
  summary: 'Withdraw a release: no longer offered, listed or latest; its bytes still download',
  body: Withdrawal,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found', 'not-published'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.recalling.withdraw(caller, params.id ?? '', body.reason))),
});
