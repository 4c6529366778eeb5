import type { Artifact } from './artifact.ts';

/* Controls which clients get a release, besides its rollout. Stored with the release and mutable at any time. */

/** The versions that may update to it. */
export interface FromRule {
  /** The minimum version. */
  atLeast?: string;
  /** Excluded versions. */
  except?: readonly string[];
}

export interface Policy {
  /** Why no client may skip it. */
  milestone?: { reason: string };
  /** Older clients must not postpone it. */
  critical?: true;
  from?: FromRule;
  /** Targets on hold. */
  heldTargets?: readonly string[];
}

const ruleTexts = new WeakMap<FromRule, string>();

/** Cached, since a rule may name a hundred versions and is needed for each artifact. */
const textOfRule = (from: FromRule): string => {
  const text = ruleTexts.get(from) ?? `from ${from.atLeast ?? ''} ${from.except?.join(' ') ?? ''}`;
  ruleTexts.set(from, text);
  return text;
};

/** A key for everything that keeps some clients from an artifact; empty if nothing does. */
export const gateOf = (
  { from, heldTargets }: Policy,
  { target, facts }: Pick<Artifact, 'target' | 'facts'>,
): string => {
  if (heldTargets?.includes(target) === true) return 'held';
  const system = facts.minimumSystem === undefined ? '' : `system ${facts.minimumSystem}`;
  const rule = from === undefined ? '' : textOfRule(from);
  return [system, rule].filter((part) => part !== '').join('\n');
};

/** Includes the signing key, since clients with other built-in keys reject it. */
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
 * Whether a newer release covers every client that this gate admits: one with an empty gate does, and one whose parts
 * are all in this gate. Excluded clients get neither release.
 */
export const isGateCovered = (gate: string, newer: ReadonlySet<string>): boolean => {
  const parts = gate.split('\n');
  return [...newer].some((one) => one === '' || one.split('\n').every((part) => parts.includes(part)));
};

/** Null unsets a member, undefined keeps it. */
export interface PolicyChange {
  milestone?: { reason: string } | null | undefined;
  critical?: boolean | null | undefined;
  from?: FromRule | null | undefined;
  heldTargets?: readonly string[] | null | undefined;
}

/** Normalizes an empty rule to undefined. */
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

/** The members that would change, with null for unset ones. */
export const policyDifference = (policy: Policy, change: PolicyChange): PolicyChange => {
  const changed = applyPolicyChange(policy, change);
  const differing = memberNames.filter(
    (name) => JSON.stringify(changed[name]) !== JSON.stringify(policy[name]),
  );
  return Object.fromEntries(differing.map((name) => [name, changed[name] ?? null]));
};
