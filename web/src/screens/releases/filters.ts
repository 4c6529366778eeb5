import type { ReleaseState } from '@slipway/api';
import { parsePages, urlWithQuery } from '../../ui/pages.ts';

/* Which releases are shown, as the address says it. Pure. */

export interface ReleaseFilters {
  channel: string | undefined;
  state: ReleaseState | undefined;
  /** A part of the version. */
  search?: string | undefined;
  /** How many pages of the list are shown. */
  pages: number;
}

const states: readonly string[] = ['draft', 'published', 'withdrawn'];

/** The filters of an address; what it cannot mean counts as not said. */
export const parseReleaseFilters = ({
  channel,
  state,
  search,
  pages,
}: Record<string, string>): ReleaseFilters => ({
  channel: channel || undefined,
  state: states.includes(state ?? '') ? (state as ReleaseState) : undefined,
  search: search?.trim() || undefined,
  pages: parsePages(pages),
});

/** The address of the list with these filters. */
export const releasesUrl = (app: string, filters: ReleaseFilters): string =>
  urlWithQuery(`/apps/${app}/releases`, { ...filters });
