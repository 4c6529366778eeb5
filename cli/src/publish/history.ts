import type { Client, Release } from '@slipway/api';
import { askFor } from '../place.ts';
import type { Mistake, Plan } from './plan.ts';

/* Mistakes that only show beside what was published before. The service decides what is newer, not we. */

/** The release of the channel that was published last, as far as the newest ones tell. */
export const findLatest = async (
  client: Client,
  app: string,
  channel: string,
): Promise<Release | undefined> => {
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  return releases.sort((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1))[0];
};

const isOlder = async (client: Client, plan: Plan, latest: Release): Promise<boolean> => {
  const asked = latest.artifacts
    .filter(({ state }) => state === 'active')
    .map(({ target }) => askFor(target))
    .find((one) => one !== undefined);
  if (asked === undefined) return false;
  const { outcome, release } = await client.explain(plan.app, {
    channel: plan.channel,
    ...asked,
    currentVersion: plan.version,
  });
  return outcome === 'update' && release?.version !== plan.version;
};

/** What clients of the release before would suffer from this one; `has` are all targets that it will have. */
export const findRegressions = async (client: Client, plan: Plan, has: Set<string>): Promise<Mistake[]> => {
  const latest = await findLatest(client, plan.app, plan.channel);
  if (latest === undefined || latest.version === plan.version) return [];
  const mistakes: Mistake[] = [];
  if (await isOlder(client, plan, latest)) {
    mistakes.push({
      code: 'older-version',
      allowable: true,
      detail: `${plan.version} is older than ${latest.version}, the latest on ${plan.channel}: clients that have ${latest.version} will not go back.`,
    });
  }
  for (const { target, state } of latest.artifacts) {
    if (state !== 'active' || has.has(target)) continue;
    mistakes.push({
      code: 'target-dropped',
      allowable: true,
      detail: `${latest.version} had ${target}, this release lacks it: those clients would stay where they are.`,
    });
  }
  return mistakes;
};
