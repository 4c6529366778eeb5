// The official SemVer 2.0 expression (semver.org).
const shape =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** Also rejects numbers too large for a client. */
export const isSemVer = (version: string, largest: bigint): boolean => {
  const [, ...numbers] = shape.exec(version) ?? [];
  return numbers.length > 0 && numbers.every((number) => BigInt(number) <= largest);
};
