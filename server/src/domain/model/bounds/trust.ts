const KiB = 1024;

/** Limits on trusted publishing and domain checks; part of `bounds`. */
export const trustBounds = {
  /** OIDC tokens verified at a time. Further ones wait; networks take turns. */
  exchangesAtOnce: 8,
  /** OIDC tokens verified at a time from one network. */
  exchangesOfNetwork: 2,
  /** Time for an issuer to send its keys. */
  issuerSeconds: 5,
  /** Size of an issuer's response. */
  issuerBytes: 256 * KiB,
  /** Time between two requests to an issuer. */
  issuerPauseSeconds: 60,
  /** Time that an issuer's keys are cached. */
  issuerKeysSeconds: 600,
  /** Time that the cached keys stay valid while the issuer is unavailable. */
  issuerAwaySeconds: 3_600,
  /** Time after which expired keys from token exchanges are deleted. */
  exchangedKeyDays: 400,
  /** Domain checks at a time. Further ones wait. */
  probesAtOnce: 8,
  /** Domain checks at a time for one app. */
  probesOfApp: 2,
  /** Time for DNS to respond to a domain check, and then for the domain. */
  probeSeconds: 3,
  /** IP addresses of a domain that a check tries. It lists twice as many. */
  probedAddresses: 4,
  /** Time that a domain check repeats its last result. */
  probePauseSeconds: 5,
  /** Domains whose last result is cached. */
  rememberedProbes: 1_000,
} as const satisfies Record<string, number>;
