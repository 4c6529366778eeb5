import { bounds } from './bounds.ts';
import { Refusal } from './errors.ts';

/* Limits per app and release. Only additions are checked; existing excess stays. */

const quotaMessages = {
  artifactsOfRelease: 'A release has at most {} artifacts; publish further ones in another release.',
  milestonesOfChannel: 'A channel has at most {} milestones; lift one that no client needs any more.',
  rollingOfApp: 'An app has at most {} rollouts that are rolling; pause or complete one first.',
  channelsOfApp: 'An app has at most {} channels; use one that exists.',
  draftsOfApp: 'An app has at most {} drafts; publish or delete some that are no longer needed.',
  liveKeysOfApp: 'An app has at most {} keys that are neither revoked nor expired; revoke one first.',
  trustedPublishersOfApp: 'An app has at most {} trusted publishers; remove one first.',
  exchangedKeysOfApp:
    'An app has at most {} live keys of trusted publishers; wait until some have ended, or revoke them.',
  activeSigningKeys: 'An app has at most {} signing keys in use; retire one that no build has any more.',
  signingKeysOfApp: 'An app has at most {} signing keys, retired ones included; use one that exists.',
  domainsOfApp: 'An app has at most {} domains; delete one first.',
} as const;

/** Throws 'limit-reached'. */
export const requireQuota = (of: keyof typeof quotaMessages, count: number): void => {
  if (count < bounds[of]) return;
  throw new Refusal('limit-reached', quotaMessages[of].replace('{}', bounds[of].toLocaleString('en')));
};
