import type { ReleaseState } from '@slipway/api';

/* Which releases are shown, as the address says it. Pure. */

export interface Filters {
  channel: string | undefined;
  state: ReleaseState | undefined;
  /** How many pages of the list are shown. */
  pages: number;
}

const states: readonly string[] = ['draft', 'published', 'withdrawn'];
const mostPages = 40;

/** The filters of an address; what it cannot mean counts as not said. */
export const parseFilters = ({ channel, state, pages }: Record<string, string>): Filters => {
  const count = Number(pages);
  return {
    channel: channel === undefined || channel === '' ? undefined : channel,
    state: states.includes(state ?? '') ? (state as ReleaseState) : undefined,
    pages: Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : 1,
  };
};

/** The address of the list with these filters. */
export const addressOf = (app: string, { channel, state, pages }: Filters): string => {
  const query = new URLSearchParams();
  if (channel !== undefined) query.set('channel', channel);
  if (state !== undefined) query.set('state', state);
  if (pages > 1) query.set('pages', String(pages));
  const text = query.size === 0 ? '' : `?${query}`;
  return `/apps/${encodeURIComponent(app)}/releases${text}`;
};
