import { bounds } from './bounds.ts';
import { Refusal } from './errors.ts';

/* Limits per app and release. Only additions are checked; existing excess stays. */

const quotaMessages = {
  artifactsOfRelease: 'Limit: {} artifacts per release. Publish the others in another release.',
  milestonesOfChannel: 'Limit: {} milestones per channel. Clear one that no client needs.',
  rollingOfApp: 'Limit: {} active rollouts per app. Pause or complete one first.',
  channelsOfApp: 'Limit: {} channels per app. Use an existing channel.',
  draftsOfApp: 'Limit: {} drafts per app. Publish or delete one first.',
  liveKeysOfApp: 'Limit: {} valid keys per app. Revoke one first.',
  trustedPublishersOfApp: 'Limit: {} trusted publishers per app. Remove one first.',
  exchangedKeysOfApp:
    'Limit: {} valid keys from trusted publishers per app. Wait for some to expire, or revoke them.',
  activeSigningKeys: 'Limit: {} active signing keys per app. Retire one that no build uses.',
  signingKeysOfApp: 'Limit: {} signing keys per app, including retired ones. Use an existing key.',
  domainsOfApp: 'Limit: {} domains per app. Remove one first.',
} as const;

/** Throws 'limit-reached'. */
export const requireQuota = (of: keyof typeof quotaMessages, count: number): void => {
  if (count < bounds[of]) return;
  throw new Refusal('limit-reached', quotaMessages[of].replace('{}', bounds[of].toLocaleString('en')));
};
