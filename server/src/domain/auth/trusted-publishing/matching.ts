import { type Fault, Refusal } from '../../model/errors.ts';
import type { Claims, Provider, TrustedPublisher } from '../../model/trusted-publisher.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { oidc } from './oidc.ts';
import { claimText, type ProviderRules, truncatedClaim } from './rules.ts';

/* Which of an app's policies a token is of. Pure: the signature was looked at before. */

export const providers: Readonly<Record<Provider, ProviderRules>> = { github, gitlab, oidc };

/** The ids of a token that its policy is, or will be, pinned to. */
const idsOf = ({ provider }: TrustedPublisher, claims: Claims): [claim: string, id: string | undefined][] =>
  Object.values(providers[provider].pins).map((claim) => [claim, claimText(claims[claim])]);

/** The app's policies about the repository or project that a token is of. */
type Own = readonly TrustedPublisher[];

/** Whether an id is the one that a policy is pinned to; until it is, one of those that others of the same name are. */
const isKnown = (policy: TrustedPublisher, own: Own, [claim, id]: readonly [string, string]): boolean => {
  const pinned = policy.pinned?.[claim];
  if (pinned !== undefined) return id === pinned;
  const others = own.flatMap((other) => other.pinned?.[claim] ?? []);
  return others.length === 0 || others.includes(id);
};

/** Ids that differ from those pinned, or are none: the name was given away, and someone else has it now. */
const strangeIds = (policy: TrustedPublisher, own: Own, claims: Claims): Fault[] =>
  idsOf(policy, claims)
    .filter(
      ([claim, id]) => id === undefined || truncatedClaim(id) !== id || !isKnown(policy, own, [claim, id]),
    )
    .map(([claim]) => ({
      pointer: `/claims/${claim}`,
      code: 'pinned',
      detail: `The token’s ${claim} is not the one that was trusted: the name may have changed hands.`,
    }));

/** Where a token differs from a policy: the ids first, since who holds another's name is told nothing more. */
const differencesOf = (policy: TrustedPublisher, own: Own, claims: Claims): Fault[] => {
  const strange = strangeIds(policy, own, claims);
  return strange.length > 0 ? strange : providers[policy.provider].differences(policy, claims);
};

/** The same for an unknown app and for every foreign token: anyone can make one, and policies are not for them. */
const foreign = (): Refusal =>
  new Refusal(
    'publisher-untrusted',
    'The app does not trust the pipeline that this token is of, or there is no such app.',
  );

const near = (policies: Own, claims: Claims): Refusal => {
  const [closest] = policies
    .map((policy) => ({ policy, faults: differencesOf(policy, policies, claims) }))
    .sort((a, b) => a.faults.length - b.faults.length);
  if (closest === undefined) return foreign();
  const detail = `The token is not what the trusted publisher "${closest.policy.name}" asks for.`;
  return new Refusal('publisher-untrusted', detail, closest.faults);
};

/** A policy that a token is of, with the ids that it is pinned to. */
export interface PolicyMatch {
  policy: TrustedPublisher;
  pinned: TrustedPublisher['pinned'];
}

/** The policy that a token is of. Throws Refusal 'publisher-untrusted', with what differs only for its own repository. */
export const matchPolicy = (all: readonly TrustedPublisher[], claims: Claims): PolicyMatch => {
  const own = all.filter(
    ({ issuer, provider, claims: wanted }) =>
      issuer === claims.iss && providers[provider].isOwn(wanted, claims),
  );
  const policy = own.find((one) => differencesOf(one, own, claims).length === 0);
  if (policy === undefined) {
    const told = own.filter(({ provider }) => providers[provider].tells);
    throw near(told, claims);
  }
  const ids = idsOf(policy, claims);
  return {
    policy,
    pinned: ids.length === 0 ? undefined : (Object.fromEntries(ids) as Record<string, string>),
  };
};
