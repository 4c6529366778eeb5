/** The fixed seed of a random test, unless SLIPWAY_SEED overrides it. Tests print it. */
export const testSeed = (usual: number): number => {
  const envSeed = process.env.SLIPWAY_SEED;
  return envSeed === undefined ? usual : Number(envSeed);
};
