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
  accepts(release: ReleaseWithArtifacts, artifact: Artifact): boolean;
  /** The document's clients that a target serves. */
  audiencesOf(target: string): readonly string[];
  clientChecksSystem: boolean;
  clientChecksShare: boolean;
}

export interface TargetPlan {
  audiences: readonly string[];
  plan: Plan;
  /** For clients that send no version. */
  versionlessView: VersionView;
  /** Offers by the index of their release. */
  offers: ReadonlyMap<number, Offer>;
}

export interface DocumentPlan {
  readonly input: DocumentInput;
  /** The channel's releases, then those of the channel that it also offers. */
  readonly releases: readonly ReleaseWithArtifacts[];
  readonly targetPlans: readonly TargetPlan[];
  /** Whether everyone sees all of it. */
  readonly isSameForEveryone: boolean;
  /** Whether it depends on more than the client's version. */
  readonly dependsOnClient: boolean;
}

export const documentInputOf = (
  feed: Feed,
  document: string,
  { releases, rescued, builtIn, also }: Pick<DocumentInput, 'releases' | 'rescued' | 'builtIn' | 'also'>,
): DocumentInput => ({
  ...{ releases, rescued, builtIn, also },
  accepts: (release, artifact) =>
    isMain(artifact) && feed.matchArtifact(document, release, artifact) === 'fit',
  audiencesOf: (target) => feed.audiencesOf?.(document, target) ?? [''],
  clientChecksSystem: feed.clientChecksSystem === true,
  clientChecksShare: feed.clientChecksShare?.(document) === true,
});

const withoutSystem = (artifact: Artifact): Artifact => {
  const { minimumSystem: _, ...facts } = artifact.facts;
  return { ...artifact, facts };
};

/** Releases with their matching artifacts. Limits that clients check themselves are removed. */
const fittingOf = (
  { accepts, clientChecksSystem }: DocumentInput,
  releases: readonly ReleaseWithArtifacts[],
): ReleaseWithArtifacts[] =>
  releases.map((release) => {
    const fitting = release.artifacts.filter((artifact) => accepts(release, artifact));
    return { ...release, artifacts: clientChecksSystem ? fitting.map(withoutSystem) : fitting };
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

const planOf = (input: DocumentInput, placed: readonly Placed[]): Plan => {
  const { rescued, also, releases, builtIn } = input;
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

const targetPlanOf = (input: DocumentInput, target: string, placed: readonly Placed[]): TargetPlan => {
  const plan = planOf(input, placed);
  const offers = placed.map(
    ({ place, release, artifact }) => [place, makeOffer(release, artifact, input.builtIn)] as const,
  );
  return {
    audiences: input.audiencesOf(target),
    plan,
    versionlessView: viewForVersion(plan, undefined),
    offers: new Map(offers),
  };
};

const isOpen = ({ rollout, from, minimumSystem, isHeld, signedBy }: Offer): boolean =>
  [rollout, from, minimumSystem, signedBy].every((gate) => gate === undefined) && !isHeld;

/** Whether everyone gets the newest and, if clients may take older ones, all others too. */
const isPlanSameForEveryone = ({ plan, offers }: TargetPlan, clientChecksSystem: boolean): boolean => {
  const all = [...offers.values()];
  return plan.milestones.length === 0 && (clientChecksSystem ? all : all.slice(0, 1)).every(isOpen);
};

export const planDocument = (input: DocumentInput): DocumentPlan => {
  const { releases, also, clientChecksSystem } = input;
  const fitting = fittingOf(input, [...releases, ...(also?.releases ?? [])]);
  const byTarget = [...placedByTarget(fitting)];
  const targetPlans = byTarget.map(([target, placed]) => targetPlanOf(input, target, placed));
  return {
    input,
    releases: [...releases, ...(also?.releases ?? [])],
    targetPlans,
    isSameForEveryone:
      also === undefined && targetPlans.every((one) => isPlanSameForEveryone(one, clientChecksSystem)),
    dependsOnClient: targetPlans.some(({ plan }) => plan.dependsOnClient),
  };
};

/** Whether clients of one version may see different content. */
export const documentDependsOnClient = (document: DocumentPlan, version: string | undefined): boolean =>
  document.targetPlans.some(({ plan, versionlessView }) =>
    dependsOnClient(version === undefined ? versionlessView : viewForVersion(plan, version)),
  );
