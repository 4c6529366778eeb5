import { client } from '../../data/client.ts';
import { useApp } from '../../data/queries.ts';
import { isSettled, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { forecastUsage } from './allowance-forecast.ts';
import { listAttention } from './attention.ts';
import { loadDailyUsage } from './daily-usage.ts';
import { useOfferState } from './offer-state.ts';
import { checksQuery, draftsQuery, rolloutsQuery } from './queries.ts';

/** The overview’s data; it is settled when no part above another changes its height anymore. */
export const useOverview = (slug: string) => {
  const app = useApp(slug);
  const offered = useOfferState(slug);
  const rollouts = useQuery(...rolloutsQuery(slug));
  const checks = useQuery(...checksQuery(slug));
  const usage = useQuery(`${slug}/usage-by-day`, () => loadDailyUsage(slug));
  const drafts = useQuery(...draftsQuery(slug));
  const signingKeys = useQuery(`${slug}/signing-keys`, () => client.listSigningKeys(slug));
  return {
    isSettled: [offered, rollouts, checks, usage, drafts, signingKeys].every(isSettled),
    offered: offered.value,
    checks: checks.value,
    usage: usage.value,
    attention: listAttention({
      app,
      rollouts: rollouts.value?.rollouts ?? [],
      forecast: usage.value && forecastUsage(usage.value).forecast,
      drafts: denialReason('publish') === undefined ? (drafts.value?.releases ?? []) : [],
      signingKeys: denialReason('manage') === undefined ? signingKeys.value?.signingKeys : undefined,
    }),
  };
};
