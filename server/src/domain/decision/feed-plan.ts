import { type Artifact, isMain } from '../model/artifact.ts';
import type { Feed } from '../model/feed.ts';
import type { Offer, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { dependsOnClient } from './client-identity.ts';
import { makeOffer } from './offer.ts';
import { channelsFor, type DecisionSource, planWith } from './planner.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/*
 * The content of a feed's document, for any client. A document may list files for several targets, while a decision
 * covers one. If everyone sees all of it, it is plain, and client facts are not needed.
 */

/** The files and clients of a document. */
export interface DocumentRules {
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
  readonly rules: DocumentRules;
  /** The channel's releases, then those of the channel that it also offers. */
  readonly releases: readonly ReleaseWithArtifacts[];
  readonly targetPlans: readonly TargetPlan[];
  /** Whether everyone sees all of it. */
  readonly isSameForEveryone: boolean;
  /** Whether it depends on more than the client's version. */
  readonly dependsOnClient: boolean;
}

export const documentRulesOf = (feed: Feed, document: string): DocumentRules => ({
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
  { accepts, clientChecksSystem }: DocumentRules,
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

const isOpen = ({ rollout, from, minimumSystem, isHeld, signedBy }: Offer): boolean =>
  [rollout, from, minimumSystem, signedBy].every((gate) => gate === undefined) && !isHeld;

/** Whether everyone gets the newest and, if clients may take older ones, all others too. */
const isPlanSameForEveryone = ({ plan, offers }: TargetPlan, clientChecksSystem: boolean): boolean => {
  const all = [...offers.values()];
  return plan.milestones.length === 0 && (clientChecksSystem ? all : all.slice(0, 1)).every(isOpen);
};

export const planDocument = (source: DecisionSource, channel: string, rules: DocumentRules): DocumentPlan => {
  const names = channelsFor(source, channel);
  const releases = names
    .flatMap((name) => source.channels.get(name) ?? [])
    .filter(({ state }) => state === 'published');
  const byTarget = placedByTarget(fittingOf(rules, releases));
  const planner = planWith(source, (name, target) =>
    (byTarget.get(target) ?? [])
      .filter(({ release }) => release.channel === name)
      .map(({ release, artifact }) => ({ ...release, artifacts: [artifact] })),
  );
  const targetPlans = [...byTarget].map(([target, placed]): TargetPlan => {
    const plan = planner({ channel, target });
    return {
      ...{ plan, audiences: rules.audiencesOf(target), versionlessView: viewForVersion(plan, undefined) },
      offers: new Map(
        placed.map(({ place, release, artifact }) => [place, makeOffer(release, artifact, source.builtIn)]),
      ),
    };
  });
  return {
    ...{ rules, releases, targetPlans },
    isSameForEveryone:
      names.length === 1 && targetPlans.every((one) => isPlanSameForEveryone(one, rules.clientChecksSystem)),
    dependsOnClient: targetPlans.some(({ plan }) => plan.dependsOnClient),
  };
};

/** Whether clients of one version may see different content. */
export const documentDependsOnClient = (document: DocumentPlan, version: string | undefined): boolean =>
  document.targetPlans.some(({ plan, versionlessView }) =>
    dependsOnClient(version === undefined ? versionlessView : viewForVersion(plan, version)),
  );
