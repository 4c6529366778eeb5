import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import type { Artifact } from '../model/artifact.ts';
import { builtInKeysOf, keysTrustedBy } from '../model/built-in-keys.ts';
import type { SigningKey } from '../model/signing-key.ts';

/* Detects releases that clients of the previous release cannot verify after a key change. */

/** Its clients are the ones to update next. */
export interface PreviousRelease {
  version: string;
  artifacts: readonly Pick<Artifact, 'target' | 'verdict'>[];
}

/** The key that signed the previous release, which its clients must trust. */
const signersOf = (
  { artifacts }: PreviousRelease,
  target: string,
  keys: readonly SigningKey[],
): SigningKey[] => {
  const signer = artifacts.find((one) => one.target === target)?.verdict?.signedBy?.id;
  return keys.filter(({ id }) => id === signer);
};

/**
 * Keys that clients of the previous release accept instead of this one; undefined if they accept this one, or if
 * nothing is known. If no key has a first version, the signer of the previous release is all that is known.
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

/** Whether an untrusted key may be one that newer versions have built in. */
export const isBuiltInLater = (
  { fromVersion }: SigningKey,
  before: PreviousRelease,
  keys: readonly SigningKey[],
): boolean =>
  fromVersion === undefined
    ? keys.every((key) => key.fromVersion === undefined)
    : compareVersions(parseVersion(fromVersion), parseVersion(before.version)) > 0;
