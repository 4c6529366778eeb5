import type { Release, ReleaseChange } from '@slipway/api';

/* Eligibility rules of a release as form fields, and their changes. Pure. */

/** The rules as form fields. */
export interface RulesDraft {
  isMilestone: boolean;
  reason: string;
  critical: boolean;
  atLeast: string;
  /** Versions, separated by commas or spaces. */
  except: string;
  heldTargets: readonly string[];
}

export type RuleFields = Pick<Release, 'milestone' | 'critical' | 'from' | 'heldTargets'>;

export const toRulesDraft = ({ milestone, critical, from, heldTargets }: RuleFields): RulesDraft => ({
  isMilestone: milestone !== undefined,
  reason: milestone?.reason ?? '',
  critical: critical === true,
  atLeast: from?.atLeast ?? '',
  except: from?.except.join(', ') ?? '',
  heldTargets: heldTargets ?? [],
});

/** The rules that the form describes. */
export const toRuleFields = (draft: RulesDraft): RuleFields => {
  const except = draft.except.split(/[\s,]+/).filter((version) => version !== '');
  const [atLeast, reason] = [draft.atLeast.trim() || null, draft.reason.trim()];
  return {
    ...(draft.isMilestone ? { milestone: { reason } } : {}),
    ...(draft.critical ? { critical: true } : {}),
    ...(atLeast === null && except.length === 0 ? {} : { from: { atLeast, except } }),
    ...(draft.heldTargets.length === 0 ? {} : { heldTargets: [...draft.heldTargets] }),
  };
};

/** The changed fields for the API; undefined if nothing changed. */
export const rulesChange = (release: RuleFields, draft: RulesDraft): ReleaseChange | undefined => {
  const [before, after] = [toRuleFields(toRulesDraft(release)), toRuleFields(draft)];
  const names = ['milestone', 'critical', 'from', 'heldTargets'] as const;
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((name) => [name, after[name] ?? null]));
};
