import type { AppSites } from '../catalog/app-site.ts';
import { decide } from '../decision/decide.ts';
import { channelsFor, planFor } from '../decision/planner.ts';
import type { ChannelTarget, Client, ConsideredRelease, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Site } from '../model/site.ts';
import type { Releases } from '../ports/releases.ts';
import { explainWithHistory } from './with-history.ts';

export interface CheckExplanation {
  /** Answers the check, too. */
  site: Site;
  plan: Plan;
  release: ReleaseWithArtifacts | undefined;
  considered: ConsideredRelease[];
}

/** Restores publication order, since both halves of the decision add notes. */
const inOrder = (
  considered: readonly ConsideredRelease[],
  releases: readonly { version: string }[],
): ConsideredRelease[] => {
  const places = new Map(releases.map(({ version }, index) => [version, index]));
  const placeOf = ({ version }: ConsideredRelease): number => places.get(version) ?? releases.length;
  return considered.toSorted((a, b) => placeOf(a) - placeOf(b));
};

export const createCheckExplanations = (needs: {
  siteOf: AppSites;
  store: Pick<Releases, 'listPublished'>;
}) => {
  const { siteOf, store } = needs;

  /** Uses the functions and the site that answer the check. */
  const explain = async (slug: string, place: ChannelTarget, client: Client): Promise<CheckExplanation> => {
    const site = await siteOf(slug);
    const { channel } = place;
    return explainWithHistory(store, { site, channel, client }, (source) => {
      const considered: ConsideredRelease[] = [];
      const plan = planFor(source, place, considered);
      const release = decide(plan, client, considered)?.release;
      const releases = channelsFor(source, channel).flatMap((name) => source.channels.get(name) ?? []);
      return { site, plan, release, considered: inOrder(considered, releases) };
    });
  };

  return { explain };
};
export type CheckExplanations = ReturnType<typeof createCheckExplanations>;
