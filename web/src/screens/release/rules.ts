import type { Release, ReleaseChange } from '@slipway/api';
import type { EffectLine } from '../../actions/effect-lines.ts';

/* Eligibility rules of a release in words, and their changes. Pure. */

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

type RuleFields = Pick<Release, 'milestone' | 'critical' | 'from' | 'heldTargets'>;

/** One sentence per rule; empty if every client is eligible. */
export const describeRules = ({ milestone, critical, from, heldTargets = [] }: RuleFields): string[] => [
  ...(milestone === undefined
    ? []
    : [`No client skips it${milestone.reason === '' ? '.' : `: ${milestone.reason}`}`]),
  ...(critical === true ? ['Older clients must not put it off.'] : []),
  ...(from?.atLeast == null ? [] : [`Not offered to clients older than ${from.atLeast}.`]),
  ...(from === undefined || from.except.length === 0 ? [] : [`Not offered to ${from.except.join(', ')}.`]),
  ...(heldTargets.length === 0 ? [] : [`Held back on ${heldTargets.join(', ')}.`]),
];

export const toRulesDraft = ({ milestone, critical, from, heldTargets }: RuleFields): RulesDraft => ({
  isMilestone: milestone !== undefined,
  reason: milestone?.reason ?? '',
  critical: critical === true,
  atLeast: from?.atLeast ?? '',
  except: from?.except.join(', ') ?? '',
  heldTargets: heldTargets ?? [],
});

const ruledBy = (draft: RulesDraft): RuleFields => {
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
  const [before, after] = [ruledBy(toRulesDraft(release)), ruledBy(draft)];
  const names = ['milestone', 'critical', 'from', 'heldTargets'] as const;
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((name) => [name, after[name] ?? null]));
};

export const rulesError = (release: RuleFields, draft: RulesDraft): string | undefined => {
  if (draft.isMilestone && draft.reason.trim() === '') return 'Say why no client may skip it.';
  return rulesChange(release, draft) === undefined ? 'Nothing has changed.' : undefined;
};

export const rulesEffectLines = ({ state, channel }: Release, draft: RulesDraft): EffectLine[] => {
  const ruled = ruledBy(draft);
  const rules = describeRules(ruled);
  const audience = rules.length === 0 ? [`It is for every client of ${channel}.`] : rules;
  const leavesOut = ruled.from !== undefined || ruled.heldTargets !== undefined;
  const others = 'Whoever it is not for gets the release before.';
  return [
    ...audience.map((text): EffectLine => ({ icon: 'people', text })),
    ...(leavesOut ? [{ icon: 'arrow', text: others } as const] : []),
    {
      icon: 'clock',
      text:
        state === 'published'
          ? 'Caches may give the old answer for up to 6 minutes more.'
          : 'It holds once the release is published.',
    },
  ];
};
