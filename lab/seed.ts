/** The seed of a random test: the same in every run, unless SLIPWAY_SEED names another one. Tests print it. */
export const testSeed = (usual: number): number => {
  const given = process.env.SLIPWAY_SEED;
  return given === undefined ? usual : Number(given);
};
