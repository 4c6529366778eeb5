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
 * What a feed's document can show, whoever asks. A document may name files for several targets, of which the decision
 * speaks one by one. Where everyone is shown all of it, it is plain, and nobody's facts are looked at.
 */

/** Of what a document is made. */
export interface DocumentInput {
  /** Last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** The versions of the channel whose clients are let into rollouts. */
  rescued?: ReadonlySet<string> | undefined;
  /** The keys that clients have built in, where those of some versions have others. */
  builtIn?: BuiltInKeys | undefined;
  /** What another channel has that is offered here, too. */
  also?: Pick<DocumentInput, 'releases' | 'rescued'> | undefined;
  /** Whether the document takes an artifact. */
  isFit(release: ReleaseWithArtifacts, artifact: Artifact): boolean;
  /** Which clients of the document a target is for. */
  slotsOf(target: string): readonly string[];
  judgesSystem: boolean;
  judgesShare: boolean;
}

/** One target of a document. */
export interface TargetPlan {
  slots: readonly string[];
  plan: Plan;
  /** What lies ahead of clients that tell no version. */
  ahead: VersionView;
  /** Its offers, by the place of their releases in the list. */
  offers: ReadonlyMap<number, Offer>;
}

/** What a document can show, whoever asks. */
export interface DocumentPlan {
  readonly parts: DocumentInput;
  /** The releases of the channel and, after them, those of the other that it also offers. */
  readonly releases: readonly ReleaseWithArtifacts[];
  readonly lanes: readonly TargetPlan[];
  /** Whether everyone is shown all of it. */
  readonly isPlain: boolean;
  /** Whether anything but the client's version decides. */
  readonly dependsOnClient: boolean;
}

/** How a feed looks at its document. */
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

/** The releases with what fits of them; what clients judge by themselves stands in nobody's way. */
const fittingOf = (
  { isFit, judgesSystem }: DocumentInput,
  releases: readonly ReleaseWithArtifacts[],
): ReleaseWithArtifacts[] =>
  releases.map((release) => {
    const fitting = release.artifacts.filter((artifact) => isFit(release, artifact));
    return { ...release, artifacts: judgesSystem ? fitting.map(withoutSystem) : fitting };
  });

/** A release with the one artifact of it that a lane is about, and its place in the list. */
interface Placed {
  place: number;
  release: ReleaseWithArtifacts;
  artifact: Artifact;
}

/** By target, what fits: a document may have hundreds of targets, which are not to be looked for in each release. */
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

/** Whether everyone is given the newest; and, of those who may take an older one, every other. */
const isPlanSameForEveryone = ({ plan, offers }: TargetPlan, judgesSystem: boolean): boolean => {
  const all = [...offers.values()];
  return plan.milestones.length === 0 && (judgesSystem ? all : all.slice(0, 1)).every(isOpen);
};

/** What a document can show. */
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

/** Whether more than the version decides what clients of a version are shown of a document. */
export const documentDependsOnClient = ({ lanes }: DocumentPlan, version: string | undefined): boolean =>
  lanes.some(({ plan, ahead }) =>
    dependsOnClient(version === undefined ? ahead : viewForVersion(plan, version)),
  );
