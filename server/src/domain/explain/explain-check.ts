import { decide } from '../decision/decide.ts';
import { mergeChannelPlans } from '../decision/merge-channels.ts';
import { planOffers } from '../decision/plan.ts';
import type { App } from '../model/app.ts';
import { bounds } from '../model/bounds.ts';
import { builtInKeysOf } from '../model/built-in-keys.ts';
import { requireFound } from '../model/errors.ts';
import type { ChannelTarget, Client, ConsideredRelease, Plan } from '../model/offer.ts';
import { criticalByChannel, rescuedByChannel } from '../model/published-version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';

/* Reads for clients and the public: the check, the latest release, the history. */

export interface HistoryRequest {
  channel?: string | undefined;
  limit: number;
  /** Includes withdrawn releases, in publication order. */
  withdrawn?: boolean;
}

export interface CheckExplanation {
  app: App;
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

export const createCheckExplanations = (needs: { store: Apps & Channels & Releases & SigningKeys }) => {
  const { store } = needs;

  /** Last published first (spec 4.8). */
  const history = (app: string, request: HistoryRequest): Promise<ReleaseWithArtifacts[]> =>
    store.listPublished(app, request);

  /** The channel's candidates, plus older releases that explain why they are not. */
  const lookedAt = async (
    slug: string,
    channel: string,
    candidates: readonly ReleaseWithArtifacts[],
  ): Promise<ReleaseWithArtifacts[]> => {
    const limit = bounds.explainedReleases;
    const recent = await store.listPublished(slug, { channel, limit, withdrawn: true });
    const ids = new Set(recent.map(({ id }) => id));
    return [...recent, ...candidates.filter((one) => one.channel === channel && !ids.has(one.id))];
  };

  /** Uses the function that answers the check. */
  const explain = async (
    slug: string,
    { channel, target }: ChannelTarget,
    client: Client,
  ): Promise<CheckExplanation> => {
    const app = requireFound(await store.findApp(slug), 'app');
    const [candidates, versions, requestedChannel, keys] = await Promise.all([
      store.listCandidates(app.slug),
      store.listVersions(app.slug),
      store.findChannel(app.slug, channel),
      store.listSigningKeys(app.slug),
    ]);
    const [rescued, critical] = [rescuedByChannel(versions), criticalByChannel(versions)];
    const builtIn = builtInKeysOf(keys);
    const considered: ConsideredRelease[] = [];
    const planOf = (
      name: string,
      releases: readonly ReleaseWithArtifacts[],
      trace: ConsideredRelease[],
    ): Plan =>
      planOffers(
        { releases, target, rescued: rescued.get(name), critical: critical.get(name), builtIn },
        trace,
      );
    const releases = await lookedAt(app.slug, channel, candidates);
    const own = planOf(channel, releases, considered);
    const other = requestedChannel?.alsoOffers;
    if (other === undefined) {
      const offer = decide(own, client, considered);
      return { app, plan: own, release: offer?.release, considered: inOrder(considered, releases) };
    }
    const others = await lookedAt(app.slug, other, candidates);
    const ofOther: ConsideredRelease[] = [];
    const plan = mergeChannelPlans(channel, own, planOf(other, others, ofOther));
    considered.push(...ofOther.map((one) => ({ ...one, channel: other })));
    const offer = decide(plan, client, considered);
    return { app, plan, release: offer?.release, considered: inOrder(considered, [...releases, ...others]) };
  };

  return { history, explain };
};
export type CheckExplanations = ReturnType<typeof createCheckExplanations>;
