import { type Artifact, isMain } from '../model/artifact.ts';
import type { BuiltInKeys } from '../model/built-in-keys.ts';
import type { Feed } from '../model/feed.ts';
import type { Offer, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { dependsOnClient } from './client-identity.ts';
import { mergeChannelPlans } from './merge-channels.ts';
import { makeOffer, planOffers } from './plan.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/*
 * The content of a feed's document, for any client. A document may list files for several targets, while a decision
 * covers one. If everyone sees all of it, it is plain, and client facts are not needed.
 */

export interface DocumentInput {
  /** Last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** Versions whose clients are admitted to rollouts with `rescue`. */
  rescued?: ReadonlySet<string> | undefined;
  /** The public keys built into clients, if they differ by version. */
  builtIn?: BuiltInKeys | undefined;
  /** The channel that is also offered here. */
  also?: Pick<DocumentInput, 'releases' | 'rescued'> | undefined;
  isFit(release: ReleaseWithArtifacts, artifact: Artifact): boolean;
  /** The document's clients that a target serves. */
  slotsOf(target: string): readonly string[];
  judgesSystem: boolean;
  judgesShare: boolean;
}

export interface TargetPlan {
  slots: readonly string[];
  plan: Plan;
  /** For clients that send no version. */
  ahead: VersionView;
  /** Offers by the index of their release. */
  offers: ReadonlyMap<number, Offer>;
}

export interface DocumentPlan {
  readonly parts: DocumentInput;
  /** The channel's releases, then those of the channel that it also offers. */
  readonly releases: readonly ReleaseWithArtifacts[];
  readonly lanes: readonly TargetPlan[];
  /** Whether everyone sees all of it. */
  readonly isPlain: boolean;
  /** Whether it depends on more than the client's version. */
  readonly dependsOnClient: boolean;
}

export const documentInputOf = (
  feed: Feed,
  document: string,
  { releases, rescued, builtIn, also }: Pick<DocumentInput, 'releases' | 'rescued' | 'builtIn' | 'also'>,
): DocumentInput => ({
  ...{ releases, rescued, builtIn, also },
  isFit: (release, artifact) => isMain(artifact) && feed.judge(document, release, artifact) === 'fit',
  slotsOf: (target) => feed.slotsOf?.(document, target) ?? [''],
  judgesSystem: feed.judgesSystem === true,
  judgesShare: feed.judgesShare?.(document) === true,
});

const withoutSystem = (artifact: Artifact): Artifact => {
  const { minimumSystem: _, ...facts } = artifact.facts;
  return { ...artifact, facts };
};

/** Releases with their matching artifacts. Limits that clients check themselves are removed. */
const fittingOf = (
  { isFit, judgesSystem }: DocumentInput,
  releases: readonly ReleaseWithArtifacts[],
): ReleaseWithArtifacts[] =>
  releases.map((release) => {
    const fitting = release.artifacts.filter((artifact) => isFit(release, artifact));
    return { ...release, artifacts: judgesSystem ? fitting.map(withoutSystem) : fitting };
  });

/** A release with its one artifact for a target, and its index. */
interface Placed {
  place: number;
  release: ReleaseWithArtifacts;
  artifact: Artifact;
}

/** Grouped once, since a document may have hundreds of targets. */
const placedByTarget = (fitting: readonly ReleaseWithArtifacts[]): Map<string, Placed[]> =>
  Map.groupBy(
    fitting.flatMap((release, place) => release.artifacts.map((artifact) => ({ place, release, artifact }))),
    ({ artifact }) => artifact.target,
  );

const planOf = (parts: DocumentInput, placed: readonly Placed[]): Plan => {
  const { rescued, also, releases, builtIn } = parts;
  const channel = releases[0]?.channel ?? '';
  const target = placed[0]?.artifact.target ?? '';
  const releasesOf = (some: readonly Placed[]) =>
    some.map(({ release, artifact }) => ({ ...release, artifacts: [artifact] }));
  const [own, other] = [
    releasesOf(placed.filter(({ place }) => place < releases.length)),
    releasesOf(placed.filter(({ place }) => place >= releases.length)),
  ];
  const plan = planOffers({ releases: own, target, rescued, builtIn });
  return also === undefined
    ? plan
    : mergeChannelPlans(
        channel,
        plan,
        planOffers({ releases: other, target, rescued: also.rescued, builtIn }),
      );
};

const targetPlanOf = (parts: DocumentInput, target: string, placed: readonly Placed[]): TargetPlan => {
  const plan = planOf(parts, placed);
  const offers = placed.map(
    ({ place, release, artifact }) => [place, makeOffer(release, artifact, parts.builtIn)] as const,
  );
  return {
    slots: parts.slotsOf(target),
    plan,
    ahead: viewForVersion(plan, undefined),
    offers: new Map(offers),
  };
};

const isOpen = ({ rollout, from, minimumSystem, isHeld, signedBy }: Offer): boolean =>
  [rollout, from, minimumSystem, signedBy].every((gate) => gate === undefined) && !isHeld;

/** Whether everyone gets the newest and, if clients may take older ones, all others too. */
const isPlanSameForEveryone = ({ plan, offers }: TargetPlan, judgesSystem: boolean): boolean => {
  const all = [...offers.values()];
  return plan.milestones.length === 0 && (judgesSystem ? all : all.slice(0, 1)).every(isOpen);
};

export const planDocument = (parts: DocumentInput): DocumentPlan => {
  const { releases, also, judgesSystem } = parts;
  const fitting = fittingOf(parts, [...releases, ...(also?.releases ?? [])]);
  const lanes = [...placedByTarget(fitting)].map(([target, placed]) => targetPlanOf(parts, target, placed));
  return {
    parts,
    releases: [...releases, ...(also?.releases ?? [])],
    lanes,
    isPlain: also === undefined && lanes.every((lane) => isPlanSameForEveryone(lane, judgesSystem)),
    dependsOnClient: lanes.some(({ plan }) => plan.dependsOnClient),
  };
};

/** Whether clients of one version may see different content. */
export const documentDependsOnClient = ({ lanes }: DocumentPlan, version: string | undefined): boolean =>
  lanes.some(({ plan, ahead }) =>
    dependsOnClient(version === undefined ? ahead : viewForVersion(plan, version)),
  );
