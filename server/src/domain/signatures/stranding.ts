import type { Artifact } from '../model/artifact.ts';
import { builtInKeysOf, keysTrustedBy } from '../model/built-in-keys.ts';
import type { SigningKey } from '../model/signing-key.ts';
import { compareVersions, parseVersion } from '../model/version.ts';

/* The classic accident of a change of keys: a release that the clients of the one before it cannot verify. */

/** What was published before: its clients are who is offered the next. */
export interface PreviousRelease {
  version: string;
  artifacts: readonly Pick<Artifact, 'target' | 'verdict'>[];
}

/** The keys that clients are known to have by what the release before says of itself: the one that signed it. */
const signersOf = (
  { artifacts }: PreviousRelease,
  target: string,
  keys: readonly SigningKey[],
): SigningKey[] => {
  const signer = artifacts.find((one) => one.target === target)?.verdict?.signedBy?.id;
  return keys.filter(({ id }) => id === signer);
};

/**
 * The keys whose signatures the clients of the release before would take instead of this one's; undefined where they take
 * this one's, or nothing is known of them. Where no key says since when it is built in, who signed the release before is
 * all that is known.
 */
export const trustedAlternatives = (
  { target, before }: { target: string; before: PreviousRelease },
  keys: readonly SigningKey[],
  key: SigningKey,
): SigningKey[] | undefined => {
  const builtIn = builtInKeysOf(keys);
  const ids = builtIn && keysTrustedBy(builtIn, key.kind, parseVersion(before.version)).map(({ id }) => id);
  const trusted =
    ids === undefined ? signersOf(before, target, keys) : keys.filter(({ id }) => ids.includes(id));
  return trusted.length === 0 || trusted.some(({ id }) => id === key.id) ? undefined : trusted;
};

/** Whether a key that the clients of the release before do not trust may be one that newer versions have built in. */
export const isBuiltInLater = (
  { fromVersion }: SigningKey,
  before: PreviousRelease,
  keys: readonly SigningKey[],
): boolean =>
  fromVersion === undefined
    ? keys.every((key) => key.fromVersion === undefined)
    : compareVersions(parseVersion(fromVersion), parseVersion(before.version)) > 0;
