import { ReleaseAnswer, Withdrawal } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const withdrawRelease = route({
  summary: 'Withdraw a release: no longer offered, listed or latest; its bytes still download',
  body: Withdrawal,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found', 'not-published'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.withdrawing.withdraw(caller, params.id ?? '', body.reason))),
});
