import { bounds } from '../model/bounds.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import {
  addCounts,
  type FleetBy,
  type FleetCounts,
  type FleetSum,
  type FleetTotals,
  unknownName,
} from '../model/fleet.ts';
import { countDaysInclusive, type Day, dayOf } from '../model/instant.ts';
import type { Warning } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { CheckCounts } from './check-counts.ts';
import { fillClientCounts } from './client-counts.ts';
import {
  countClientsByDay,
  estimateFleet,
  type FleetEstimate,
  peakClients,
  sharedIdWarnings,
} from './estimate-clients.ts';

/* Installed versions, as far as checks show them, and how reliable the numbers are. */

/** Defaults to seven days. */
export interface FleetReportRequest {
  from?: Day | undefined;
  to?: Day | undefined;
  channel?: string | undefined;
  by?: FleetBy | undefined;
}

export interface FleetReport {
  from: Day;
  to: Day;
  totals: FleetTotals;
  rows: FleetSum[];
  estimate: FleetEstimate | undefined;
  warnings: Warning[];
}

const refuse = (pointer: string, code: string, detail: string): Refusal =>
  new Refusal('invalid-fields', detail, [{ pointer, code, detail }]);

const sums = 'by=version, by=target or by=day';

/** Rejects reversed ranges, and more days than one request reads. */
const demandDays = (from: Day, to: Day, by: FleetBy | undefined): void => {
  if (from > to) throw refuse('/from', 'after-to', 'from must not be after to.');
  const { fleetDetailDays, fleetDays } = bounds;
  if (countDaysInclusive(from, to) <= (by === undefined ? fleetDetailDays : fleetDays)) return;
  const detail = `At most ${fleetDetailDays} days per request, or ${fleetDays} with ${sums}.`;
  throw refuse('/from', 'too-many-days', detail);
};

/** Only the store knows the number of rows, so the limit applies after reading. */
const demandRows = (rows: readonly FleetSum[], by: FleetBy | undefined): void => {
  const most = by === undefined ? bounds.fleetRows : bounds.fleetSums;
  if (rows.length <= most) return;
  const instead = by === undefined ? `, one channel, or ${sums}` : ' or one channel';
  const detail = `More than ${most.toLocaleString('en')} rows. Request fewer days${instead}.`;
  throw refuse('/from', 'too-many-rows', detail);
};

const percent = (part: number, whole: number): string => `${Math.floor((100 * part) / whole)}%`;

/** Checks without a version. */
const countWithoutVersion = (rows: readonly FleetSum[]): number =>
  rows.reduce((sum, { version, checks }) => sum + (version === unknownName ? checks : 0), 0);

const warningsOf = ({ checks, withId, proxied }: FleetCounts, withoutVersion: number): Warning[] => {
  const warnings: Warning[] = [];
  if (2 * withId < checks)
    warnings.push({
      code: 'ids-missing',
      detail: `Only ${percent(withId, checks)} of checks send an ID. These are checks, not clients, and rollouts use networks instead. Send \`Slipway-Client\` from the app.`,
    });
  if (checks > 0 && 2 * withoutVersion >= checks)
    warnings.push({
      code: 'versions-missing',
      detail: `${percent(withoutVersion, checks)} of checks send no version because the updater reads a feed. Add from/{version}/ before the document name in the URL.`,
    });
  if (checks > 0 && 2 * proxied >= checks)
    warnings.push({
      code: 'behind-proxy',
      detail:
        'Most checks come through a proxy. Responses from its cache aren’t counted, and clients without an ID look alike. Add it to SLIPWAY_TRUSTED_PROXIES. If it caches, set checkCaching of the app to private.',
    });
  return warnings;
};

const nothing: FleetCounts = { checks: 0, offers: 0, withId: 0, proxied: 0 };

export const createFleetReports = (needs: {
  store: Apps & Channels & Fleet;
  clock: Clock;
  checkCounts: Pick<CheckCounts, 'flush'>;
}) => {
  const { store, clock, checkCounts } = needs;

  /** Counts of a deleted channel remain; a misspelled one has none. */
  const warnOfChannel = async (
    slug: string,
    channel: string | undefined,
    checks: number,
  ): Promise<Warning[]> => {
    if (channel === undefined || checks > 0) return [];
    const names = (await store.listChannels(slug)).map(({ name }) => name);
    if (names.includes(channel)) return [];
    const detail = `${slug} has no channel ${channel}. It has: ${names.join(', ')}.`;
    return [{ code: 'channel-unknown', detail }];
  };

  /** Groups checks by version, target or day, or lists all dimensions. */
  const report = async (slug: string, request: FleetReportRequest): Promise<FleetReport> => {
    requireFound(await store.findApp(slug), 'app');
    const { by, channel } = request;
    const to = request.to ?? dayOf(clock.now());
    const from = request.from ?? dayOf(clock.in(-6 * 24 * 3600));
    demandDays(from, to, by);
    await checkCounts.flush();
    const days = { from, to, channel };
    const rows = await (by === undefined ? store.listFleet(slug, days) : store.sumFleet(slug, days, by));
    demandRows(rows, by);
    const totals = rows.reduce<FleetCounts>(addCounts, nothing);
    const clients = await countClientsByDay(store, slug, days);
    await fillClientCounts(store, { ...days, app: slug, by, days: clients }, rows);
    return {
      ...{ from, to },
      totals: { ...totals, clients: peakClients(clients, totals) },
      rows,
      estimate: estimateFleet(totals, clients),
      warnings: [
        ...(await warnOfChannel(slug, channel, totals.checks)),
        ...warningsOf(totals, countWithoutVersion(rows)),
        ...sharedIdWarnings(totals, clients),
      ],
    };
  };

  return { report };
};
export type FleetReports = ReturnType<typeof createFleetReports>;
