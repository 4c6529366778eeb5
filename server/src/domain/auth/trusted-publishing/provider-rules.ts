import type { Fault } from '../../model/errors.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Claims, TrustedPublisher } from '../../model/trusted-publisher.ts';

/* Shared by the rules of every provider. */

type ExpectedClaims = TrustedPublisher['claims'];

export interface ProviderRules {
  /** The members that a policy may have, and the required ones. */
  members: readonly string[];
  required: readonly string[];
  /** Members with IDs, mapped to the claim that each pins. */
  pins: Readonly<Record<string, string>>;
  /** Checks that a schema cannot express. */
  faultsOf(expected: ExpectedClaims): Fault[];
  /** Whether the token may belong to the policy's repository or project. */
  mayBelongTo(expected: ExpectedClaims, claims: Claims): boolean;
  /** Whether the error for such a token discloses the differences. */
  revealsMismatch: boolean;
  mismatches(policy: Pick<TrustedPublisher, 'claims' | 'issuer'>, claims: Claims): Fault[];
  provenanceOf(claims: Claims): Provenance;
  /** Whether any branch could publish. */
  isAnyBranch(expected: ExpectedClaims): boolean;
}

/** Longer claims are truncated when stored or repeated. */
const longestKept = 256;

/** Undefined if the claim cannot be compared. */
export const claimText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

export const truncatedClaim = (value: unknown): string | undefined => claimText(value)?.slice(0, longestKept);

/** ASCII only: Unicode lowercases the Kelvin sign to k, and anyone could name an environment that way. */
const withoutCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isSameNameIgnoringCase = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && withoutCase(a) === withoutCase(b);

export const claimMismatch = (claim: string, expected: string, claims: Claims): Fault => {
  const actual = truncatedClaim(claims[claim]);
  const has = actual === undefined ? `has no ${claim}` : `says ${claim} "${actual}"`;
  return { pointer: `/claims/${claim}`, code: 'differs', detail: `The token ${has}; expected ${expected}.` };
};
