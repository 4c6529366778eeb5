import type { Artifact } from './artifact.ts';

/* Whom a release is for, beside its rollout; kept with it, and changed at any time. */

/** Whom it may follow. */
export interface FromRule {
  /** Not clients older than this. */
  atLeast?: string;
  /** Nor these versions. */
  except?: readonly string[];
}

export interface Policy {
  /** Why no client may skip it. */
  milestone?: { reason: string };
  /** Clients older than it must not put it off. */
  critical?: true;
  from?: FromRule;
  /** Targets that it is not offered to for now. */
  heldTargets?: readonly string[];
}

/** What stands between an artifact and some clients whoever they are, as one word; empty where nothing does. */
export const gateOf = (
  { from, heldTargets }: Policy,
  { target, facts }: Pick<Artifact, 'target' | 'facts'>,
): string => {
  if (heldTargets?.includes(target) === true) return 'held';
  const system = facts.minimumSystem === undefined ? '' : `system ${facts.minimumSystem}`;
  const rule = from === undefined ? '' : `from ${from.atLeast ?? ''} ${from.except?.join(' ') ?? ''}`;
  return [system, rule].filter((part) => part !== '').join('\n');
};
