/** Limits on rollouts and client reports; part of `bounds`. */
export const rolloutBounds = {
  /** Evidence windows of a phase that are tested separately. Later outcomes count in the last. */
  windowsOfPhase: 128,
  /** Health report batches of a release, by ID, that are recognized when they are sent again. */
  batchesOfRelease: 10_000,
  /** Client reports waiting to be counted, per process. Further ones are dropped. */
  waitingReports: 1_000,
  /** Reporters of a rollout step that count. Above it, an even sample of this size counts. */
  reportersOfStep: 20_000,
  /** Reporters of a rollout step that count from one network (IPv4 /24 or IPv6 /48). */
  reportersOfNetwork: 3,
  /** Deliveries of a file, and check-ins of its version, that a rollout counts from one network. */
  deliveriesOfNetwork: 5,
  /** Hash values of networks, per file, for counting deliveries and check-ins. */
  networkNumbers: 1_048_576,
  /** Deliveries, and as many check-ins, waiting to be written, per process. Further ones are not counted. */
  waitingNetworks: 20_000,
  /** Files and networks with counted check-ins cached per process. Above it, the cache is cleared. */
  rememberedNetworks: 100_000,
  /** Partly delivered files, by network, tracked per process. Above it, the oldest is dropped. */
  partialDeliveries: 10_000,
  /** Partly delivered files tracked for one network. */
  partialDeliveriesOfNetwork: 16,
  /** Separate pieces tracked of a partly delivered file. */
  piecesOfDelivery: 8,
  /** Files and networks with redirects in the last 15 minutes, per process. Above it, the oldest is dropped. */
  countedRedirects: 20_000,
  /** Hours and targets of a rollout that a response lists, the newest ones. */
  rolloutHours: 2_000,
} as const satisfies Record<string, number>;
