import { compareVersions, type ParsedVersion, parseVersion } from '@slipway/core/version.ts';
import type { SigningKey } from './signing-key.ts';

/* Tracks which versions have which public keys built in: clients reject signatures of any other key. */

interface BuiltIn extends Pick<SigningKey, 'id' | 'keyId' | 'kind' | 'fromVersion'> {
  from: ParsedVersion | undefined;
}

/** By key ID. */
export type BuiltInKeys = ReadonlyMap<string, BuiltIn>;

/** Undefined if all clients have the same keys. */
export const builtInKeysOf = (keys: readonly SigningKey[]): BuiltInKeys | undefined =>
  keys.every(({ fromVersion }) => fromVersion === undefined)
    ? undefined
    : new Map(
        keys.map(({ id, keyId, kind, fromVersion }) => [
          id,
          {
            id,
            keyId,
            kind,
            fromVersion,
            from: fromVersion === undefined ? undefined : parseVersion(fromVersion),
          },
        ]),
      );

const isSince = ({ from }: BuiltIn, version: ParsedVersion): boolean =>
  from === undefined || compareVersions(from, version) <= 0;

const byStart = (a: BuiltIn, b: BuiltIn): number => {
  if (a.from === undefined || b.from === undefined)
    return Number(a.from !== undefined) - Number(b.from !== undefined);
  return compareVersions(a.from, b.from);
};

/** The most recently built-in keys of a kind, up to the client's version. */
export const keysTrustedBy = (
  keys: BuiltInKeys,
  kind: BuiltIn['kind'],
  version: ParsedVersion,
): BuiltIn[] => {
  const candidates = [...keys.values()].filter((key) => key.kind === kind && isSince(key, version));
  const last = candidates.toSorted(byStart).at(-1);
  return last === undefined ? [] : candidates.filter((key) => byStart(key, last) === 0);
};

/** Signatures by unknown keys count as trusted, since nothing is known about them. */
export const trustsSigner = (keys: BuiltInKeys, version: ParsedVersion, signer: string): boolean => {
  const key = keys.get(signer);
  return key === undefined || keysTrustedBy(keys, key.kind, version).includes(key);
};
