/** Limits on reports about rollouts; part of `bounds`. */
export const rolloutBounds = {
  waitingReports: [
    1_000,
    'public reports that wait in one process to be counted; further ones are dropped, and counted as that',
  ],
  reportersOfStep: [
    20_000,
    'reporters of one step of a rollout that count: of more, an even sample of that size',
  ],
  reportersOfNetwork: [3, 'of those from one IPv4 /24 or IPv6 /48'],
  deliveriesOfNetwork: [
    5,
    'deliveries of an artifact, and check-ins of its version, that a rollout counts from one IPv4 /24 or IPv6 /48, in the whole cluster',
  ],
  networkNumbers: [
    1_048_576,
    'numbers that networks are hashed to where their deliveries and check-ins are counted: rows of an artifact',
  ],
  waitingNetworks: [
    20_000,
    'deliveries, and as many check-ins, by artifact and network that wait in one process to be written; further ones are not counted',
  ],
  rememberedNetworks: [
    100_000,
    'artifacts and networks whose check-ins one process has counted; of more, all are looked up in the database again',
  ],
  partialDeliveries: [
    10_000,
    'artifacts and networks with a part of the file whose rest one process waits for; of more, the oldest is forgotten',
  ],
  partialDeliveriesOfNetwork: [16, 'of those for one IPv4 /24 or IPv6 /48'],
  piecesOfDelivery: [8, 'separate pieces of a file that are remembered of one of those'],
  countedRedirects: [
    20_000,
    'artifacts and networks whose redirects of the last 15 minutes one process knows; of more, the oldest is forgotten',
  ],
  rolloutHours: [2_000, 'hours and targets of a rollout that are shown, the last ones'],
} as const satisfies Record<string, readonly [bound: number, of: string]>;
