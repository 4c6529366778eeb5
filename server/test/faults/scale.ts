const setting = process.env.SLIPWAY_FAULTS ?? '1';

/**
 * The number of iterations: the small one in tests, or the full one with `npm run faults`. SLIPWAY_FAULTS is `full`, or
 * a fraction of the small number such as 0.1.
 */
export const scaled = (inTests: number, onDemand: number): number =>
  setting === 'full' ? onDemand : Math.max(1, Math.round(inTests * Number(setting)));
