import { isMain } from '../model/artifact.ts';
import { Refusal, requireFound } from '../model/errors.ts';
import type { Instant } from '../model/instant.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isUnfinished, type Rollout, wholePermille } from '../model/rollout.ts';
import type { ReleaseExclusion } from '../ports/releases.ts';
import { applyPause, applyStart } from '../rollouts/transitions.ts';

/* Simulates an action on the releases that a decision selects from. Pure. */

export const releaseVerbs = ['publish', 'withdraw', 'restore', 'prune'] as const;
export type ReleaseVerb = (typeof releaseVerbs)[number];

/** A target is given only for a prune. */
export interface ReleaseAction {
  verb: ReleaseVerb;
  target?: string | undefined;
}

const notIn = ({ id, state }: ReleaseWithArtifacts, needed: string): Refusal =>
  new Refusal('not-published', `Release ${id} is ${state}. This requires a ${needed} release.`);

/** Rejects what the real action would reject for the release's state. */
export const requireApplicable = (release: ReleaseWithArtifacts, { verb, target }: ReleaseAction): void => {
  const { id, state, artifacts } = release;
  if (target !== undefined)
    requireFound(
      artifacts.find((one) => one.target === target),
      'artifact',
    );
  if (verb === 'withdraw' && state !== 'published') throw notIn(release, 'published');
  if (verb === 'restore' && state !== 'withdrawn') throw notIn(release, 'withdrawn');
  if (verb === 'prune' && state === 'draft') throw notIn(release, 'published or withdrawn');
  if (verb !== 'publish' || state === 'draft') return;
  throw state === 'withdrawn'
    ? new Refusal('release-withdrawn', `Release ${id} was withdrawn. Restore it instead.`)
    : new Refusal('not-a-draft', `Release ${id} is already published.`);
};

const mainTargets = ({ artifacts }: ReleaseWithArtifacts): string[] =>
  artifacts.filter((one) => isMain(one) && one.state !== 'pruned').map((one) => one.target);

/** The release's targets, plus those of a rollout that publishing it would stop. */
export const affectedTargets = (
  release: ReleaseWithArtifacts,
  { verb, target }: ReleaseAction,
  others: readonly ReleaseWithArtifacts[],
): string[] => {
  const isStopped = ({ channel, rollout }: ReleaseWithArtifacts): boolean =>
    verb === 'publish' && channel === release.channel && rollout?.state === 'rolling';
  const all = [release, ...others.filter(isStopped)].flatMap(mainTargets);
  return [...new Set(all)].filter((one) => target === undefined || one === target).sort();
};

/** The releases to leave out when the store lists the remaining ones. */
export const excludedBy = (
  { id }: ReleaseWithArtifacts,
  { verb, target }: ReleaseAction,
): ReleaseExclusion | undefined => {
  if (verb === 'withdraw') return { releaseId: id };
  return verb === 'prune' ? { releaseId: id, target } : undefined;
};

export const admitsAnyone = ({ state, permille, cohorts }: Rollout): boolean =>
  state === 'rolling' && (permille > 0 || cohorts.length > 0);

/** Shows a release as clients admitted to its rollout see it. */
export const asSeenByAdmitted = (release: ReleaseWithArtifacts): ReleaseWithArtifacts => {
  const { rollout } = release;
  return isUnfinished(rollout) && admitsAnyone(rollout)
    ? { ...release, rollout: { ...rollout, permille: wholePermille } }
    : release;
};

const pruned = (release: ReleaseWithArtifacts, target: string | undefined): ReleaseWithArtifacts => ({
  ...release,
  artifacts: release.artifacts.map((one) =>
    target === undefined || one.target === target || one.companionOf === target
      ? { ...one, state: 'pruned' }
      : one,
  ),
});

/** Sorted before all others. Rejected unless every file is uploaded. */
const published = (draft: ReleaseWithArtifacts, at: Instant): ReleaseWithArtifacts => ({
  ...draft,
  ...{ state: 'published', publishedAt: at, sequence: Number.MAX_SAFE_INTEGER },
  artifacts: draft.artifacts.map((one) => ({ ...one, state: 'active' })),
  rollout: draft.rollout?.state === 'planned' ? applyStart(draft.rollout, undefined, at) : draft.rollout,
});

/** Publishing supersedes a running rollout in the same channel. */
const superseded =
  ({ channel, version }: ReleaseWithArtifacts, at: Instant) =>
  (other: ReleaseWithArtifacts): ReleaseWithArtifacts =>
    other.channel !== channel || other.rollout === undefined
      ? other
      : {
          ...other,
          rollout: applyPause(other.rollout, { by: 'superseded', reason: `${version} was published`, at }),
        };

/** Undefined if nobody would be offered the release afterwards. */
export const applyToRelease = (
  release: ReleaseWithArtifacts,
  { verb, target }: ReleaseAction,
  at: Instant,
): ReleaseWithArtifacts | undefined => {
  if (verb === 'withdraw') return undefined;
  if (verb === 'publish') return published(release, at);
  if (verb === 'restore') return { ...release, state: 'published' };
  return release.state === 'published' ? pruned(release, target) : undefined;
};

/** `left` holds the stored releases that remain after the action. */
export const applyTo = (
  left: readonly ReleaseWithArtifacts[],
  release: ReleaseWithArtifacts,
  { action, at }: { action: ReleaseAction; at: Instant },
): ReleaseWithArtifacts[] => {
  const own = applyToRelease(release, action, at);
  const others = left.filter(({ id }) => id !== release.id);
  const remaining = action.verb === 'publish' ? others.map(superseded(release, at)) : others;
  return own === undefined ? remaining : [...remaining, asSeenByAdmitted(own)];
};
