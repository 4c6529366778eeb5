/** Limits on stored objects; part of `bounds`. */
export const quotaBounds = {
  /** Files of a release. */
  artifactsOfRelease: 200,
  /** Channels of an app. */
  channelsOfApp: 64,
  /** Drafts of an app. */
  draftsOfApp: 1_000,
  /** Active keys of an app: neither revoked nor expired. */
  liveKeysOfApp: 200,
  /** Trusted publishers of an app. */
  trustedPublishersOfApp: 64,
  /** Active keys of an app from token exchanges, in addition to the others. */
  exchangedKeysOfApp: 1_000,
  /** Domains of an app. */
  domainsOfApp: 64,
  /** Active signing keys of an app. */
  activeSigningKeys: 8,
  /** Signing keys of an app, including retired ones. */
  signingKeysOfApp: 64,
  /** Milestones of a channel. */
  milestonesOfChannel: 64,
  /** Rollouts of an app in progress. */
  rollingOfApp: 100,
  /** Sessions of one key. A further one ends the oldest. */
  sessionsOfKey: 100,
} as const satisfies Record<string, number>;
