import type * as api from '@slipway/api';
import type { FleetCounts, FleetSum } from '../../domain/nouns/fleet.ts';
import type { Survey } from '../../domain/surveying.ts';

const countsOf = ({ checks, offers, withId }: FleetCounts) => ({ checks, offers, withId, clients: null });

/** Thousands of whole rows are written at a time: without the spreads they take a tenth. */
const rowOf = (row: FleetSum) => {
  const { day, channel, target, version, checks, offers, withId } = row;
  return channel === undefined
    ? {
        ...(day === undefined ? {} : { day }),
        ...(target === undefined ? {} : { target }),
        ...(version === undefined ? {} : { version }),
        ...countsOf(row),
      }
    : { day, channel, target, version, checks, offers, withId, clients: null };
};

/** The fleet as the API shows it. */
export const renderFleet = ({ from, to, totals, rows, warnings }: Survey): api.FleetSums => ({
  from,
  to,
  totals: countsOf(totals),
  rows: rows.map(rowOf) as api.FleetSums['rows'],
  estimate: null,
  warnings,
});
