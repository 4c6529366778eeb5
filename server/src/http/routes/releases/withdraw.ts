import { ReleaseAnswer, Withdrawal } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const withdrawRelease = appRoute({
  summary: 'Withdraw a release: no longer offered, listed or latest; its bytes still download',
  params: ['id'],
  body: Withdrawal,
  answers: { 200: ReleaseAnswer },
  problems: ['invalid-fields', 'not-found', 'not-published'],
  handle: async ({ verbs, caller, body, params }) =>
    ok(renderReviewed(await verbs.withdrawing.withdraw(caller, params.id, body.reason))),
});
