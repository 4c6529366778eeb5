import type { FromRule } from '../nouns/policy.ts';
import {
  compareVersions,
  isNewer,
  type ParsedVersion,
  parseVersion,
  plainVersion,
} from '../nouns/version.ts';

/* Whether what a client says of itself is what a release's rules speak of. */

/** Whether two versions are one. What nobody understands counts as 0, which does not make it the same as all others. */
const isSame = (one: string, other: string): boolean => {
  if (plainVersion(one) === plainVersion(other)) return true;
  const [a, b] = [parseVersion(one), parseVersion(other)];
  const isUnderstood = a.word === b.word && a.numbers.length > 0 && b.numbers.length > 0;
  return isUnderstood && compareVersions(a, b) === 0;
};

/** Whether a rule keeps clients of a version from a release. */
export const excludes = ({ atLeast, except = [] }: FromRule, current: string): boolean =>
  (atLeast !== undefined && isNewer(parseVersion(atLeast), current)) ||
  except.some((version) => isSame(version, current));

/** Whether a client says that its system is older; one that it names in other words is not known. */
export const isOlderSystem = (named: string | undefined, minimum: ParsedVersion): boolean => {
  if (named === undefined) return false;
  const system = parseVersion(named);
  return system.word === minimum.word && system.numbers.length > 0 && compareVersions(system, minimum) < 0;
};
