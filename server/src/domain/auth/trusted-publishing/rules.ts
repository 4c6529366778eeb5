import type { Fault } from '../../model/errors.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Claims, TrustedPublisher } from '../../model/trusted-publisher.ts';

/* What the rules of every provider are made of. */

type ExpectedClaims = TrustedPublisher['claims'];

/** How the tokens of one provider are read. */
export interface ProviderRules {
  /** The members that a policy of it may have, and of those the ones that it must have. */
  members: readonly string[];
  required: readonly string[];
  /** Members that give ids, with the claim that each pins. */
  pins: Readonly<Record<string, string>>;
  /** What no schema can hold of a policy's members. */
  faultsOf(wanted: ExpectedClaims): Fault[];
  /** Whether the token may be of the repository or project that the policy is about. */
  isOwn(wanted: ExpectedClaims, claims: Claims): boolean;
  /** Whether such a token is told where it differs from the policy. */
  tells: boolean;
  /** Where the token differs from what the policy wants. */
  differences(policy: Pick<TrustedPublisher, 'claims' | 'issuer'>, claims: Claims): Fault[];
  viaOf(claims: Claims): Provenance;
  /** Whether any branch could publish. */
  isAnyBranch(wanted: ExpectedClaims): boolean;
}

/** As much of a claim as is kept or repeated. */
const longestKept = 256;

/** A claim as text; undefined where there is none that one could compare. */
export const claimText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

/** A claim as it is kept. */
export const truncatedClaim = (value: unknown): string | undefined => claimText(value)?.slice(0, longestKept);

/** ASCII alone: Unicode makes a plain k of the Kelvin sign, and anyone may call an environment of theirs by that. */
const withoutCase = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isSameNameIgnoringCase = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && withoutCase(a) === withoutCase(b);

/** What a token says otherwise than a policy wants it. */
export const claimMismatch = (claim: string, wanted: string, claims: Claims): Fault => {
  const said = truncatedClaim(claims[claim]);
  const has = said === undefined ? `has no ${claim}` : `says ${claim} "${said}"`;
  return { pointer: `/claims/${claim}`, code: 'differs', detail: `The token ${has}; wanted is ${wanted}.` };
};
