const asked = process.env.SLIPWAY_FAULTS ?? '1';

/**
 * How often something is done: a number that fits the test command, or the full one that `npm run faults` asks for.
 * SLIPWAY_FAULTS is `full`, or a part of the test command's number such as 0.1 for whoever works on the tests.
 */
export const scaled = (inTests: number, onDemand: number): number =>
  asked === 'full' ? onDemand : Math.max(1, Math.round(inTests * Number(asked)));
