import type { App } from './nouns/app.ts';
import { found } from './nouns/errors.ts';
import type { Considered, Offer } from './nouns/offer.ts';
import { type Asked, pickLatest, pickOffer } from './nouns/offer.ts';
import type { ReleaseWithArtifacts } from './nouns/release.ts';
import type { Store } from './ports/store.ts';
import type { Site } from './site.ts';

/* What installed copies and anyone else may learn: the check, the latest release, the history. */

const explainDepth = 100;

export interface HistoryRequest {
  channel?: string | undefined;
  limit: number;
}

/** The latest release of a channel for a target: what a check compares with. Waits for nothing. */
export const latestFor = (site: Site, asked: Pick<Asked, 'channel' | 'target'>): Offer | undefined =>
  pickLatest(site.channels.get(asked.channel) ?? [], asked.target).latest;

/** The latest release of a channel, whatever its targets: spec 4.7. Waits for nothing. */
export const latestOf = (site: Site, channel: string): ReleaseWithArtifacts | undefined =>
  site.channels.get(channel)?.[0];

export const createUpdating = (needs: { store: Store }) => {
  const { store } = needs;

  /** Published releases, last published first: spec 4.8. */
  const history = (app: string, request: HistoryRequest): Promise<ReleaseWithArtifacts[]> =>
    store.listPublished(app, request);

  /** What a client would get and why, from the function that answers the check. */
  const explain = async (
    slug: string,
    asked: Asked,
  ): Promise<{ app: App; release: ReleaseWithArtifacts | undefined; considered: Considered[] }> => {
    const app = found(await store.findApp(slug), 'app');
    const candidates = await store.listPublished(app.slug, {
      channel: asked.channel,
      limit: explainDepth,
      withdrawn: true,
    });
    const offerable = (await store.listOfferable(app.slug)).filter(
      ({ channel }) => channel === asked.channel,
    );
    const older = offerable.filter(({ id }) => candidates.every((candidate) => candidate.id !== id));
    const { offer, considered } = pickOffer([...candidates, ...older], asked);
    return { app, release: offer?.release, considered };
  };

  return { history, explain };
};
export type Updating = ReturnType<typeof createUpdating>;
