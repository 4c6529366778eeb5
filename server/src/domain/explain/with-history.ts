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
  /** How many older releases the feed lists. */
  depth?: number;
}

type Histories = ReadonlyMap<string, readonly ReleaseWithArtifacts[]>;

const readHistories = async (
  store: Pick<Releases, 'listPublished'>,
  site: Site,
  channel: string,
): Promise<Histories> => {
  const filter = { limit: bounds.explainedReleases, withdrawn: true };
  const read = async (name: string) =>
    [name, await store.listPublished(site.app.slug, { ...filter, channel: name })] as const;
  return new Map(await Promise.all(channelsFor(site, channel).map(read)));
};

/** A feed that lists older releases reads them, too. */
const servedBy = (site: Site, histories: Histories, depth: number): DecisionSource =>
  depth === 0
    ? site
    : withHistory(site, new Map([...histories].map(([name, all]) => [name, all.slice(0, depth + 1)])));

/**
 * More releases never change a decision, unless the database has changes that this node has not loaded, or the feed
 * lists no older ones. Then only what is served is explained.
 */
export const explainWithHistory = async <T extends Explained>(
  store: Pick<Releases, 'listPublished'>,
  { site, channel, client, depth = 0 }: ExplainedSite,
  explain: (source: DecisionSource) => T,
): Promise<T> => {
  const histories = await readHistories(store, site, channel);
  const served = explain(servedBy(site, histories, depth));
  const wide = explain(withHistory(site, histories));
  const [one, other] = [served, wide].map(({ release, plan }) => [
    release?.id,
    plan && findDecidingRollout(plan, client)?.release.id,
  ]);
  return String(one) === String(other) ? wide : served;
};
