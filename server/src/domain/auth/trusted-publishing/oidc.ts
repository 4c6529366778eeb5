import { countWildcards, matchesPattern, maxWildcards } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import { claimMismatch, claimText, type ProviderRules, truncatedClaim } from './provider-rules.ts';

/* Any other issuer that the operator configured: claims are matched against patterns. */

const patternFaults = ([name, pattern]: [string, string]): Fault[] => {
  const pointer = `/claims/${name}`;
  const tooMany = { pointer, code: 'pattern', detail: `${name} may hold * at most ${maxWildcards} times.` };
  const open = { pointer, code: 'pattern', detail: 'sub must not begin with *.' };
  return [
    ...(countWildcards(pattern) > maxWildcards ? [tooMany] : []),
    ...(name === 'sub' && pattern.startsWith('*') ? [open] : []),
  ];
};

export const oidc: ProviderRules = {
  members: [],
  required: [],
  pins: {},
  faultsOf: (wanted) => [
    ...(Object.hasOwn(wanted, 'sub')
      ? []
      : [{ pointer: '/claims/sub', code: 'required', detail: 'claims must have sub.' }]),
    ...Object.entries(wanted).flatMap(patternFaults),
  ],
  isOwn: () => true,
  // No known claim identifies the owner, so differences are never disclosed.
  tells: false,
  isAnyBranch: () => false,

  differences: ({ claims: wanted }, claims) =>
    Object.entries(wanted).flatMap(([name, pattern]) => {
      const said = Object.hasOwn(claims, name) ? claimText(claims[name]) : undefined;
      return said !== undefined && matchesPattern(pattern, said)
        ? []
        : [claimMismatch(name, pattern, claims)];
    }),

  viaOf: (claims) => ({
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
