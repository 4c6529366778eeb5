import type { SigningKey } from './signing-key.ts';
import { compareVersions, type ParsedVersion, parseVersion } from './version.ts';

/* Which versions of an app have which keys built in: clients refuse what any other key has signed. */

interface BuiltIn extends Pick<SigningKey, 'id' | 'keyId' | 'kind' | 'fromVersion'> {
  from: ParsedVersion | undefined;
}

/** The keys of an app, by their ids. */
export type BuiltInKeys = ReadonlyMap<string, BuiltIn>;

/** The keys of an app that changes them; undefined where nothing says that some clients have others than the rest. */
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

/** The keys of a kind that clients of a version trust: those that were built in last, up to their version. */
export const keysTrustedBy = (
  keys: BuiltInKeys,
  kind: BuiltIn['kind'],
  version: ParsedVersion,
): BuiltIn[] => {
  const known = [...keys.values()].filter((key) => key.kind === kind && isSince(key, version));
  const last = known.toSorted(byStart).at(-1);
  return last === undefined ? [] : known.filter((key) => byStart(key, last) === 0);
};

/** Whether clients of a version can verify what a key has signed. What a key signed that is not known here, anyone may. */
export const trustsSigner = (keys: BuiltInKeys, version: ParsedVersion, signer: string): boolean => {
  const key = keys.get(signer);
  return key === undefined || keysTrustedBy(keys, key.kind, version).includes(key);
};
