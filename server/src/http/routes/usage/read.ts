import { Day, Usage } from '@slipway/api';
import { Type } from 'typebox';
import { ok, route } from '../../route.ts';
import { renderUsage } from '../../wire.ts';

export const readUsage = route({
  summary: 'Read what was downloaded, by UTC day, release and target; the last 30 days unless said',
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
  answers: { 200: Type.Object({ usage: Usage }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, query }) =>
    ok({ usage: renderUsage(await verbs.metering.report(caller.app, query)) }),
});
