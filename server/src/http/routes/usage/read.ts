import { Day, Usage, UsageBy, UsageSummary } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderUsage } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

const thirtyDaysTo = (day: string): string =>
  new Date(Date.parse(day) - 29 * 86_400_000).toISOString().slice(0, 10);

export const readUsage = appRoute({
  summary: 'Get download usage by day, release and target',
  description:
    'Downloads and the used part of the monthly allowance, a few seconds late. Covers the last 30 UTC days by default. At most 92 days and 25,000 rows per request; 400 days with `by`.',
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day), by: Type.Optional(UsageBy) }),
  responses: { 200: Type.Object({ usage: Type.Union([Usage, UsageSummary]) }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ caller, query: { from, to, by } }, { usageMeter }: Needs<'usageMeter'>) => {
    const filter = { from: from ?? (to === undefined ? undefined : thirtyDaysTo(to)), to, by };
    return ok({ usage: renderUsage(await usageMeter.report(caller.app, filter)) });
  },
});
