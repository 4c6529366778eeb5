import { Day, Fleet, FleetBy, FleetSummary } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderFleet } from '../../serialize/fleet.ts';
import type { Needs } from '../../services.ts';

const sevenDaysTo = (day: string): string =>
  new Date(Date.parse(day) - 6 * 86_400_000).toISOString().slice(0, 10);

export const readFleet = appRoute({
  summary:
    'Read which versions check for updates, by UTC day, channel, target and version; 7 days unless said',
  description:
    'How many checks came from which version, and how many of them were offered an update. Checks show within 15 seconds. Updaters that read feeds count, too, by the version that they tell, else as `unknown`. A row of its own has a version that the app published, and 16 others a day; the rest is `other`. `clients` are different copies, as far as they send an id, 2 % off on average; a day at a time, since days cannot be joined. No id and no address is kept. At most 92 days and 25,000 rows a call; `by` sums up by version, target or day, over 400 days at most.',
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
