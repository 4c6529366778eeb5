import { countWildcards, matchesPattern, maxWildcards } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import { claimMismatch, claimText, type ProviderRules, truncatedClaim } from './provider-rules.ts';

/* Any other issuer that the operator configured: claims are matched against patterns. */

const patternFaults = ([name, pattern]: [string, string]): Fault[] => {
  const pointer = `/claims/${name}`;
  const tooMany = {
    pointer,
    code: 'pattern',
    detail: `${name} can contain * at most ${maxWildcards} times.`,
  };
  const open = { pointer, code: 'pattern', detail: 'sub can’t start with *.' };
  return [
    ...(countWildcards(pattern) > maxWildcards ? [tooMany] : []),
    ...(name === 'sub' && pattern.startsWith('*') ? [open] : []),
  ];
};

export const oidc: ProviderRules = {
  members: [],
  required: [],
  pins: {},
  faultsOf: (expected) => [
    ...(Object.hasOwn(expected, 'sub')
      ? []
      : [{ pointer: '/claims/sub', code: 'required', detail: 'claims must include sub.' }]),
    ...Object.entries(expected).flatMap(patternFaults),
  ],
  mayBelongTo: () => true,
  // No known claim identifies the owner, so differences are never disclosed.
  revealsMismatch: false,
  isAnyBranch: () => false,

  mismatches: ({ claims: expected }, claims) =>
    Object.entries(expected).flatMap(([name, pattern]) => {
      const actual = Object.hasOwn(claims, name) ? claimText(claims[name]) : undefined;
      return actual !== undefined && matchesPattern(pattern, actual)
        ? []
        : [claimMismatch(name, pattern, claims)];
    }),

  provenanceOf: (claims) => ({
    provider: 'oidc',
    repository: undefined,
    ref: undefined,
    sha: undefined,
    runId: undefined,
    workflow: undefined,
    environment: undefined,
    actor: truncatedClaim(claims.sub),
  }),
};
