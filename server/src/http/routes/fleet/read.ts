import { Day, Fleet, FleetBy, FleetSummary } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderFleet } from '../../serialize/fleet.ts';
import type { Needs } from '../../services.ts';

const sevenDaysTo = (day: string): string =>
  new Date(Date.parse(day) - 6 * 86_400_000).toISOString().slice(0, 10);

export const readFleet = appRoute({
  summary: 'Get checks by day, channel, target and version',
  description:
    'Checks per version and how many were offered an update, within 15 seconds. Covers the last 7 days by default. Feed reads count by the version they send, otherwise as `unknown`. Published versions and 16 others a day have their own rows; the rest is `other`. `clients` counts distinct IDs per day, with an average error of 2%. IDs and IP addresses aren’t stored. At most 92 days and 25,000 rows per request; 400 days with `by`.',
  query: Type.Object({
    channel: Type.Optional(Type.String({ description: 'Only this channel.' })),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    by: Type.Optional(FleetBy),
  }),
  responses: { 200: Type.Object({ fleet: Type.Union([Fleet, FleetSummary]) }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ caller, query: { from, to, by, channel } }, { fleetReports }: Needs<'fleetReports'>) => {
    const filter = { from: from ?? (to === undefined ? undefined : sevenDaysTo(to)), to, by, channel };
    return ok({ fleet: renderFleet(await fleetReports.report(caller.app, filter)) });
  },
});
