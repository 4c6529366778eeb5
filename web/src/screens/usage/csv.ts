import type { Usage } from '@slipway/api';

/* Usage as a spreadsheet takes it. Versions and targets hold no comma, quote or line end: their patterns say so. */

const head = 'day,release_id,version,target,downloads,bytes';

/** A line for each day, release and target. */
export const toCsv = (rows: Usage['rows']): string => {
  const lines = rows.map(({ day, releaseId, version, target, downloads, bytes }) =>
    [day, releaseId, version, target, downloads, bytes].join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
};

/** What the file is called. */
export const csvFileName = (app: string, from: string, to: string): string =>
  `${app}-usage-${from}-${to}.csv`;
