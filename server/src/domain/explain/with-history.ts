import { findDecidingRollout } from '../decision/decide.ts';
import { channelsFor, type DecisionSource, withHistory } from '../decision/planner.ts';
import { bounds } from '../model/bounds.ts';
import type { Client, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Site } from '../model/site.ts';
import type { Releases } from '../ports/releases.ts';

/*
 * A site holds only what can be offered. Explanations also name older and withdrawn releases, which come from the
 * database.
 */

interface Explained {
  release: ReleaseWithArtifacts | undefined;
  plan: Plan | undefined;
}

interface ExplainedSite {
  site: Site;
  channel: string;
  client: Client;
  isLeftOut?: ((release: ReleaseWithArtifacts) => boolean) | undefined;
}

const readHistories = async (store: Pick<Releases, 'listPublished'>, site: Site, channel: string) => {
  const filter = { limit: bounds.explainedReleases, withdrawn: true };
  const read = async (name: string) =>
    [name, await store.listPublished(site.app.slug, { ...filter, channel: name })] as const;
  return new Map(await Promise.all(channelsFor(site, channel).map(read)));
};

/**
 * More releases never change a check, unless the database has changes that this node has not loaded. Then the site alone
 * is explained, since it answers the checks. A feed may also list a release that the site leaves out.
 */
export const explainWithHistory = async <T extends Explained>(
  store: Pick<Releases, 'listPublished'>,
  { site, channel, client, isLeftOut }: ExplainedSite,
  explain: (source: DecisionSource) => T,
): Promise<T> => {
  const served = explain(site);
  const wide = explain(withHistory(site, await readHistories(store, site, channel)));
  const [one, other] = [served, wide].map(({ release, plan }) => [
    release?.id,
    plan && findDecidingRollout(plan, client)?.release.id,
  ]);
  const isListed = wide.release !== undefined && isLeftOut?.(wide.release) === true;
  return String(one) === String(other) || isListed ? wide : served;
};
