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

const ruleTexts = new WeakMap<FromRule, string>();

/** A rule as one word. It may name a hundred versions, and is asked for with each artifact of its release. */
const textOfRule = (from: FromRule): string => {
  const text = ruleTexts.get(from) ?? `from ${from.atLeast ?? ''} ${from.except?.join(' ') ?? ''}`;
  ruleTexts.set(from, text);
  return text;
};

/** What stands between an artifact and some clients whoever they are, as one word; empty where nothing does. */
export const gateOf = (
  { from, heldTargets }: Policy,
  { target, facts }: Pick<Artifact, 'target' | 'facts'>,
): string => {
  if (heldTargets?.includes(target) === true) return 'held';
  const system = facts.minimumSystem === undefined ? '' : `system ${facts.minimumSystem}`;
  const rule = from === undefined ? '' : textOfRule(from);
  return [system, rule].filter((part) => part !== '').join('\n');
};

/** The same with the key that signed it: where an app changes its keys, clients of some versions refuse it. */
export const signedGateOf = (
  policy: Policy,
  artifact: Pick<Artifact, 'target' | 'facts' | 'verdict'>,
): string => {
  const gate = gateOf(policy, artifact);
  const signer = artifact.verdict?.signedBy?.id;
  if (signer === undefined || gate === 'held') return gate;
  return `${gate === '' ? '' : `${gate}\n`}key ${signer}`;
};

/**
 * Whether a newer release with one of these gates takes everyone that this gate lets through: an empty one does, and one
 * of which each part is in this gate, too. Whoever is held back gets neither.
 */
export const isGateCovered = (gate: string, newer: ReadonlySet<string>): boolean => {
  const parts = gate.split('\n');
  return [...newer].some((one) => one === '' || one.split('\n').every((part) => parts.includes(part)));
};

/** A policy as it is asked for: null unsets a member, undefined leaves it as it is. */
export interface PolicyChange {
  milestone?: { reason: string } | null | undefined;
  critical?: boolean | null | undefined;
  from?: FromRule | null | undefined;
  heldTargets?: readonly string[] | null | undefined;
}

/** What one asks for with nothing in it is nothing. */
const plainFrom = (from: FromRule | null | undefined): FromRule | undefined => {
  const except = [...new Set(from?.except ?? [])];
  const rule = {
    ...(from?.atLeast === undefined ? {} : { atLeast: from.atLeast }),
    ...(except.length === 0 ? {} : { except }),
  };
  return Object.keys(rule).length === 0 ? undefined : rule;
};

const plainTargets = (targets: readonly string[] | null | undefined): string[] | undefined => {
  const own = [...new Set(targets ?? [])].sort();
  return own.length === 0 ? undefined : own;
};

/** The policy with a change made. */
export const applyPolicyChange = (policy: Policy, change: PolicyChange): Policy => {
  const milestone = change.milestone === undefined ? policy.milestone : change.milestone;
  const critical = change.critical === undefined ? policy.critical : change.critical;
  const from = plainFrom(change.from === undefined ? policy.from : change.from);
  const heldTargets = plainTargets(
    change.heldTargets === undefined ? policy.heldTargets : change.heldTargets,
  );
  return {
    ...(milestone ? { milestone: { reason: milestone.reason } } : {}),
    ...(critical === true ? { critical: true as const } : {}),
    ...(from === undefined ? {} : { from }),
    ...(heldTargets === undefined ? {} : { heldTargets }),
  };
};

const memberNames = ['milestone', 'critical', 'from', 'heldTargets'] as const;

/** What of a change is not so already, with null for what it unsets. */
export const policyDifference = (policy: Policy, change: PolicyChange): PolicyChange => {
  const changed = applyPolicyChange(policy, change);
  const differing = memberNames.filter(
    (name) => JSON.stringify(changed[name]) !== JSON.stringify(policy[name]),
  );
  return Object.fromEntries(differing.map((name) => [name, changed[name] ?? null]));
};
