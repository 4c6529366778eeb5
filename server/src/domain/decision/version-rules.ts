import { bounds } from '../model/bounds.ts';
import type { FromRule } from '../model/policy.ts';
import {
  compareVersions,
  isNewerThan,
  type ParsedVersion,
  parseVersion,
  plainVersion,
  versionIdentity,
} from '../model/version.ts';

/*
 * Whether what a client says of itself is what a release's rules speak of. A channel may have a thousand releases whose
 * rules name a hundred versions each, and strangers ask with versions that they make up: so both are taken apart once,
 * and a rule is looked up, not gone through.
 */

/** What a client says that it has, taken apart for all that is compared with it. */
export interface CurrentVersion {
  text: string;
  parsed: ParsedVersion;
  plain: string;
  identity: string | undefined;
}

/** Takes a client's version apart; undefined where its protocol tells none. Of a long one only the beginning is read. */
export const parseCurrentVersion = (whole: string | undefined): CurrentVersion | undefined => {
  if (whole === undefined) return undefined;
  const text = whole.slice(0, bounds.versionLength);
  const parsed = parseVersion(text);
  return { text, parsed, plain: plainVersion(text), identity: versionIdentity(parsed) };
};

/** A rule taken apart. */
interface Rule {
  atLeast: ParsedVersion | undefined;
  /** What nobody understands counts as 0, which does not make it the same as all others: it is named as it is written. */
  plain: ReadonlySet<string>;
  identities: ReadonlySet<string>;
}

const ruleOf = ({ atLeast, except = [] }: FromRule): Rule => ({
  atLeast: atLeast === undefined ? undefined : parseVersion(atLeast),
  plain: new Set(except.map(plainVersion)),
  identities: new Set(except.flatMap((version) => versionIdentity(parseVersion(version)) ?? [])),
});

/** One rule is asked about for each target of its release. */
const rules = new WeakMap<FromRule, Rule>();

const readRule = (from: FromRule): Rule => {
  const rule = rules.get(from) ?? ruleOf(from);
  rules.set(from, rule);
  return rule;
};

/** Whether a rule keeps clients of a version from a release. */
export const isExcludedBy = (from: FromRule, { parsed, plain, identity }: CurrentVersion): boolean => {
  const rule = readRule(from);
  return (
    (rule.atLeast !== undefined && isNewerThan(rule.atLeast, parsed)) ||
    rule.plain.has(plain) ||
    (identity !== undefined && rule.identities.has(identity))
  );
};

/** Whether a client says that its system is older; one that it names in other words is not known. */
export const isOlderSystem = (named: string | undefined, minimum: ParsedVersion): boolean => {
  if (named === undefined) return false;
  const system = parseVersion(named);
  return system.word === minimum.word && system.numbers.length > 0 && compareVersions(system, minimum) < 0;
};
