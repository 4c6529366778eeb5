import { type Outlook, outlookOf } from '../deciding.ts';
import { type Artifact, isMain } from '../nouns/artifact.ts';
import type { Feed } from '../nouns/feed.ts';
import type { Offer, Plan } from '../nouns/offer.ts';
import type { ReleaseWithArtifacts } from '../nouns/release.ts';
import { offerOf, planOffers } from './plan-offers.ts';

/*
 * What a feed's document can show, whoever asks. A document may name files for several targets, of which the decision
 * speaks one by one. Where everyone is shown all of it, it is plain, and nobody's facts are looked at.
 */

/** Of what a document is made. */
export interface DocumentParts {
  /** Last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** The versions of the channel whose clients are let into rollouts. */
  rescued?: ReadonlySet<string> | undefined;
  /** Whether the document takes an artifact. */
  isFit(release: ReleaseWithArtifacts, artifact: Artifact): boolean;
  /** Which clients of the document a target is for. */
  slotsOf(target: string): readonly string[];
  judgesSystem: boolean;
  judgesShare: boolean;
}

/** One target of a document. */
export interface Lane {
  slots: readonly string[];
  plan: Plan;
  /** What lies ahead of clients that tell no version. */
  ahead: Outlook;
  /** Its offers, by the place of their releases in the list. */
  offers: ReadonlyMap<number, Offer>;
}

/** What a document can show, whoever asks. */
export interface DocumentPlan {
  readonly parts: DocumentParts;
  readonly lanes: readonly Lane[];
  /** Whether everyone is shown all of it. */
  readonly isPlain: boolean;
  /** Whether anything but the client's version decides. */
  readonly dependsOnClient: boolean;
}

/** How a feed looks at its document. */
export const partsOf = (
  feed: Feed,
  document: string,
  { releases, rescued }: Pick<DocumentParts, 'releases' | 'rescued'>,
): DocumentParts => ({
  ...{ releases, rescued },
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
const fittingOf = ({ releases, isFit, judgesSystem }: DocumentParts): ReleaseWithArtifacts[] =>
  releases.map((release) => {
    const fitting = release.artifacts.filter((artifact) => isFit(release, artifact));
    return { ...release, artifacts: judgesSystem ? fitting.map(withoutSystem) : fitting };
  });

const laneOf = (
  { rescued, slotsOf }: DocumentParts,
  releases: readonly ReleaseWithArtifacts[],
  target: string,
): Lane => {
  const plan = planOffers({ releases, target, rescued });
  const offers = releases.flatMap((release, place) =>
    release.artifacts
      .filter((one) => one.target === target)
      .map((one) => [place, offerOf(release, one)] as const),
  );
  return { slots: slotsOf(target), plan, ahead: outlookOf(plan, undefined), offers: new Map(offers) };
};

const isOpen = ({ rollout, from, minimumSystem, isHeld }: Offer): boolean =>
  rollout === undefined && from === undefined && minimumSystem === undefined && !isHeld;

/** Whether everyone is given the newest; and, of those who may take an older one, every other. */
const isPlainLane = ({ plan, offers }: Lane, judgesSystem: boolean): boolean => {
  const all = [...offers.values()];
  return plan.milestones.length === 0 && (judgesSystem ? all : all.slice(0, 1)).every(isOpen);
};

/** What a document can show. */
export const planDocument = (parts: DocumentParts): DocumentPlan => {
  const releases = fittingOf(parts);
  const targets = new Set(releases.flatMap(({ artifacts }) => artifacts.map(({ target }) => target)));
  const lanes = [...targets].map((target) => laneOf(parts, releases, target));
  return {
    parts,
    lanes,
    isPlain: lanes.every((lane) => isPlainLane(lane, parts.judgesSystem)),
    dependsOnClient: lanes.some(({ plan }) => plan.dependsOnClient),
  };
};
