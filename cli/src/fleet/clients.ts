import type { FleetSummary } from '@slipway/api';
import { formatQuantity, formatShare } from '../terminal/format.ts';

type Row = FleetSummary['rows'][number];

/** Undefined if the clients send no IDs. */
export const clientsText = ({ from, to, totals, estimate }: FleetSummary): string | undefined => {
  if (totals.clients === null) return undefined;
  const most = from === to ? '' : ' on the peak day';
  const withIds = `about ${formatQuantity(totals.clients, 'client')} with an ID${most}`;
  if (estimate === null || totals.withId === totals.checks) return withIds;
  const all = estimate.clients.toLocaleString('en');
  return `${withIds}; about ${all} total, estimated from the ${formatShare(totals.withId, totals.checks)} of checks with an ID`;
};

/** Empty if no row has a client count. */
export const clientsColumn = (rows: readonly Row[]): string[] => {
  const texts = rows.map(({ clients }) => (clients === null ? '' : formatQuantity(clients, 'client')));
  const width = Math.max(0, ...texts.map((text) => text.length));
  return texts.map((text) => (width === 0 ? '' : `  ${text.padStart(width)}`));
};
