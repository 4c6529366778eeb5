import type { Fleet, Offer } from '@slipway/api';
import { daysAgo } from '../../ui/format.ts';

/* Update checks of today and yesterday (UTC). Pure. */

/** A number of today so far, and of yesterday. */
export interface TwoDays {
  today: number;
  yesterday: number;
}

/** The newest version of each channel; while it rolls out, not everyone is offered it yet. */
const newestVersions = (offers: readonly Offer[]): Map<string, string> =>
  new Map(
    offers
      .filter(({ newest }) => newest)
      .map(({ channel, version, rollout }) => [channel, rollout?.version ?? version]),
  );

const sumChecks = (rows: Fleet['rows'], now: number): TwoDays => {
  const sumOf = (day: string): number =>
    rows.reduce((sum, row) => (row.day === day ? sum + row.checks : sum), 0);
  return { today: sumOf(daysAgo(0, now)), yesterday: sumOf(daysAgo(1, now)) };
};

export interface CheckSummary {
  all: TwoDays;
  /** Those from the newest version of their channel. */
  onNewest: TwoDays;
  byTarget: Map<string, TwoDays>;
}

export const summarizeChecks = (
  { rows }: Pick<Fleet, 'rows'>,
  offers: readonly Offer[],
  now = Date.now(),
): CheckSummary => {
  const newest = newestVersions(offers);
  return {
    all: sumChecks(rows, now),
    onNewest: sumChecks(
      rows.filter(({ channel, version }) => newest.get(channel) === version),
      now,
    ),
    byTarget: new Map(
      [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => [target, sumChecks(own, now)]),
    ),
  };
};
