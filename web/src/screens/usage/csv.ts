import type { Usage } from '@slipway/api';

/* Usage as CSV. Versions and targets need no quoting: their patterns exclude commas, quotes and newlines. */

const head = 'day,release_id,version,target,downloads,bytes';

export const toCsv = (rows: Usage['rows']): string => {
  const lines = rows.map(({ day, releaseId, version, target, downloads, bytes }) =>
    [day, releaseId, version, target, downloads, bytes].join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
};

export const csvFileName = (app: string, from: string, to: string): string =>
  `${app}-usage-${from}-${to}.csv`;
