import type { ReleaseState } from '@slipway/api';
import { parsePages, urlWithQuery } from '../../ui/page-urls.ts';

/* Release filters in the URL. Pure. */

export interface ReleaseFilters {
  channel: string | undefined;
  state: ReleaseState | undefined;
  /** Part of a version. */
  search?: string | undefined;
  /** How many pages to show. */
  pages: number;
}

const states: readonly string[] = ['draft', 'published', 'withdrawn'];

/** Parses the filters and omits invalid ones. */
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

export const releasesUrl = (app: string, filters: ReleaseFilters): string =>
  urlWithQuery(`/apps/${app}/releases`, { ...filters });
