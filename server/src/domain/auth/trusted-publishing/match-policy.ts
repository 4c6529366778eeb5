import { type Fault, Refusal } from '../../model/errors.ts';
import type { Claims, Provider, TrustedPublisher } from '../../model/trusted-publisher.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { oidc } from './oidc.ts';
import { claimText, type ProviderRules, truncatedClaim } from './provider-rules.ts';

/* Finds the policy that a token matches. Pure: the signature is already verified. */

export const providers: Readonly<Record<Provider, ProviderRules>> = { github, gitlab, oidc };

/** The token's IDs that its policy is, or will be, pinned to. */
const idsOf = ({ provider }: TrustedPublisher, claims: Claims): [claim: string, id: string | undefined][] =>
  Object.values(providers[provider].pins).map((claim) => [claim, claimText(claims[claim])]);

/** The app's policies for the token's repository or project. */
type Own = readonly TrustedPublisher[];

/** Until a policy is pinned, the pins of other policies for the same name count. */
const isKnown = (policy: TrustedPublisher, own: Own, [claim, id]: readonly [string, string]): boolean => {
  const pinned = policy.pinned?.[claim];
  if (pinned !== undefined) return id === pinned;
  const others = own.flatMap((other) => other.pinned?.[claim] ?? []);
  return others.length === 0 || others.includes(id);
};

/** A missing or different ID means that someone else took over the name. */
const strangeIds = (policy: TrustedPublisher, own: Own, claims: Claims): Fault[] =>
  idsOf(policy, claims)
    .filter(
      ([claim, id]) => id === undefined || truncatedClaim(id) !== id || !isKnown(policy, own, [claim, id]),
    )
    .map(([claim]) => ({
      pointer: `/claims/${claim}`,
      code: 'pinned',
      detail: `The token’s ${claim} differs from the pinned value. The name may belong to someone else now.`,
    }));

/** IDs first: a repository that took over a name learns nothing more. */
const differencesOf = (policy: TrustedPublisher, own: Own, claims: Claims): Fault[] => {
  const strange = strangeIds(policy, own, claims);
  return strange.length > 0 ? strange : providers[policy.provider].mismatches(policy, claims);
};

/** The same error for unknown apps and foreign tokens, since anyone can get a token and policies are private. */
const foreign = (): Refusal =>
  new Refusal(
    'publisher-untrusted',
    'This app doesn’t trust the token’s pipeline, or the app doesn’t exist.',
  );

const near = (policies: Own, claims: Claims): Refusal => {
  const [closest] = policies
    .map((policy) => ({ policy, faults: differencesOf(policy, policies, claims) }))
    .sort((a, b) => a.faults.length - b.faults.length);
  if (closest === undefined) return foreign();
  const detail = `The token doesn’t match the trusted publisher "${closest.policy.name}".`;
  return new Refusal('publisher-untrusted', detail, closest.faults);
};

export interface PolicyMatch {
  policy: TrustedPublisher;
  pinned: TrustedPublisher['pinned'];
}

/** Throws Refusal 'publisher-untrusted', with the differences only for the policy's own repository. */
export const matchPolicy = (all: readonly TrustedPublisher[], claims: Claims): PolicyMatch => {
  const own = all.filter(
    ({ issuer, provider, claims: expected }) =>
      issuer === claims.iss && providers[provider].mayBelongTo(expected, claims),
  );
  const policy = own.find((one) => differencesOf(one, own, claims).length === 0);
  if (policy === undefined) {
    const disclosable = own.filter(({ provider }) => providers[provider].revealsMismatch);
    throw near(disclosable, claims);
  }
  const ids = idsOf(policy, claims);
  return {
    policy,
    pinned: ids.length === 0 ? undefined : (Object.fromEntries(ids) as Record<string, string>),
  };
};
