import { decide, planOffers } from './deciding.ts';
import type { App } from './nouns/app.ts';
import { bounds } from './nouns/bounds.ts';
import { found } from './nouns/errors.ts';
import type { Client, Considered, Wanted } from './nouns/offer.ts';
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

export const createUpdating = (needs: { store: Apps & Releases }) => {
  const { store } = needs;

  /** Published releases, last published first: spec 4.8. */
  const history = (app: string, request: HistoryRequest): Promise<ReleaseWithArtifacts[]> =>
    store.listPublished(app, request);

  /** What a client would get and why, from the function that answers the check. */
  const explain = async (
    slug: string,
    { channel, target }: Wanted,
    client: Client,
  ): Promise<{ app: App; release: ReleaseWithArtifacts | undefined; considered: Considered[] }> => {
    const app = found(await store.findApp(slug), 'app');
    const recent = await store.listPublished(app.slug, {
      channel,
      limit: bounds.explainedReleases,
      withdrawn: true,
    });
    const candidates = (await store.listCandidates(app.slug)).filter((one) => one.channel === channel);
    const older = candidates.filter(({ id }) => recent.every((release) => release.id !== id));
    const considered: Considered[] = [];
    const offer = decide(planOffers([...recent, ...older], target, considered), client, considered);
    return { app, release: offer?.release, considered };
  };

  return { history, explain };
};
export type Updating = ReturnType<typeof createUpdating>;
