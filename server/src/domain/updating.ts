import { planOffers } from './deciding/plan-offers.ts';
import { decide } from './deciding.ts';
import type { App } from './nouns/app.ts';
import { bounds } from './nouns/bounds.ts';
import { found } from './nouns/errors.ts';
import { rescuedByChannel } from './nouns/known-version.ts';
import type { Client, Considered, Plan, Wanted } from './nouns/offer.ts';
import type { ReleaseWithArtifacts } from './nouns/release.ts';
import type { Apps } from './ports/apps.ts';
import type { Releases } from './ports/releases.ts';

/* What installed copies and anyone else may learn: the check, the latest release, the history. */

export interface HistoryRequest {
  channel?: string | undefined;
  limit: number;
  /** Whether those that were withdrawn are shown, too, in their places. */
  withdrawn?: boolean;
}

export interface Explained {
  app: App;
  plan: Plan;
  release: ReleaseWithArtifacts | undefined;
  considered: Considered[];
}

/** In the order of publication, whichever half of the decision spoke of each. */
const inOrder = (
  considered: readonly Considered[],
  releases: readonly { version: string }[],
): Considered[] => {
  const places = new Map(releases.map(({ version }, index) => [version, index]));
  const placeOf = ({ version }: Considered): number => places.get(version) ?? releases.length;
  return considered.toSorted((a, b) => placeOf(a) - placeOf(b));
};

export const createUpdating = (needs: { store: Apps & Releases }) => {
  const { store } = needs;

  /** Published releases, last published first: spec 4.8. */
  const history = (app: string, request: HistoryRequest): Promise<ReleaseWithArtifacts[]> =>
    store.listPublished(app, request);

  /** What a client would get and why, from the function that answers the check. */
  const explain = async (slug: string, { channel, target }: Wanted, client: Client): Promise<Explained> => {
    const app = found(await store.findApp(slug), 'app');
    const recent = await store.listPublished(app.slug, {
      channel,
      limit: bounds.explainedReleases,
      withdrawn: true,
    });
    const candidates = (await store.listCandidates(app.slug)).filter((one) => one.channel === channel);
    const older = candidates.filter(({ id }) => recent.every((release) => release.id !== id));
    const considered: Considered[] = [];
    const releases = [...recent, ...older];
    const versions = await store.listVersions(app.slug);
    const rescued = rescuedByChannel(versions).get(channel);
    const plan = planOffers({ releases, target, rescued }, considered);
    const offer = decide(plan, client, considered);
    return { app, plan, release: offer?.release, considered: inOrder(considered, releases) };
  };

  return { history, explain };
};
export type Updating = ReturnType<typeof createUpdating>;
