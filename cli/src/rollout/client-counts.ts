/** For example `98,000`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** For example `about 98 of 98,000 clients`; undefined if the fleet size is unknown. */
export const clientsAtPercent = (
  percent: number,
  fleetSize: number | null | undefined,
): string | undefined => {
  if (fleetSize === null || fleetSize === undefined) return undefined;
  const clients = Math.round((fleetSize * percent) / 100);
  if (percent === 0) return `none of ${formatCount(fleetSize)} clients`;
  if (percent === 100) return `all ${formatCount(fleetSize)} clients`;
  const about = clients === 0 ? 'fewer than one' : `about ${formatCount(clients)}`;
  return `${about} of ${formatCount(fleetSize)} clients`;
};

/** Adds the number of clients if known: electron-builder's `0.1` silently meant nobody. */
export const percentWithClients = (percent: number, fleetSize: number | null | undefined): string => {
  const clients = clientsAtPercent(percent, fleetSize);
  return clients === undefined ? `${percent}%` : `${percent}% (${clients})`;
};
