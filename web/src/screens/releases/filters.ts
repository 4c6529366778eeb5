import type { ReleaseState } from '@slipway/api';
import { addressWith, parsePages } from '../../ui/pages.ts';

/* Which releases are shown, as the address says it. Pure. */

export interface Filters {
  channel: string | undefined;
  state: ReleaseState | undefined;
  /** A part of the version. */
  search?: string | undefined;
  /** How many pages of the list are shown. */
  pages: number;
}

const states: readonly string[] = ['draft', 'published', 'withdrawn'];

/** The filters of an address; what it cannot mean counts as not said. */
export const parseFilters = ({ channel, state, search, pages }: Record<string, string>): Filters => ({
  channel: channel || undefined,
  state: states.includes(state ?? '') ? (state as ReleaseState) : undefined,
  search: search?.trim() || undefined,
  pages: parsePages(pages),
});

/** The address of the list with these filters. */
export const addressOf = (app: string, filters: Filters): string =>
  addressWith(`/apps/${app}/releases`, { ...filters });
