import {
  compareVersions,
  isNewerThan,
  type ParsedVersion,
  parseVersion,
  plainVersion,
  versionIdentity,
} from '@slipway/core/version.ts';
import { bounds } from '../model/bounds.ts';
import type { FromRule } from '../model/policy.ts';

/*
 * Matches a client's version and system against release rules. A channel may have a thousand releases with rules of a
 * hundred versions each, and clients can send arbitrary versions. So both sides are parsed once, and a rule is a lookup
 * instead of a scan.
 */

/** The client's version, parsed once for all comparisons. */
export interface CurrentVersion {
  raw: string;
  parsed: ParsedVersion;
  plain: string;
  identity: string | undefined;
}

/** Undefined if the protocol sends no version. Overlong versions are truncated. */
export const parseCurrentVersion = (whole: string | undefined): CurrentVersion | undefined => {
  if (whole === undefined) return undefined;
  const raw = whole.slice(0, bounds.versionLength);
  const parsed = parseVersion(raw);
  return { raw, parsed, plain: plainVersion(raw), identity: versionIdentity(parsed) };
};

/** A parsed rule. */
interface Rule {
  atLeast: ParsedVersion | undefined;
  /** Unparsable versions all compare as 0, so they match by their text instead. */
  plain: ReadonlySet<string>;
  identities: ReadonlySet<string>;
}

const ruleOf = ({ atLeast, except = [] }: FromRule): Rule => ({
  atLeast: atLeast === undefined ? undefined : parseVersion(atLeast),
  plain: new Set(except.map(plainVersion)),
  identities: new Set(except.flatMap((version) => versionIdentity(parseVersion(version)) ?? [])),
});

/** Cached, since a rule is checked once per target. */
const rules = new WeakMap<FromRule, Rule>();

const readRule = (from: FromRule): Rule => {
  const rule = rules.get(from) ?? ruleOf(from);
  rules.set(from, rule);
  return rule;
};

export const isExcludedBy = (from: FromRule, { parsed, plain, identity }: CurrentVersion): boolean => {
  const rule = readRule(from);
  return (
    (rule.atLeast !== undefined && isNewerThan(rule.atLeast, parsed)) ||
    rule.plain.has(plain) ||
    (identity !== undefined && rule.identities.has(identity))
  );
};

/** Whether the client's system is too old; unknown names never count as older. */
export const isOlderSystem = (named: string | undefined, minimum: ParsedVersion): boolean => {
  if (named === undefined) return false;
  const system = parseVersion(named);
  return system.word === minimum.word && system.numbers.length > 0 && compareVersions(system, minimum) < 0;
};
