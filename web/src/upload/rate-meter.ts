const windowMs = 5_000;

/** The rate over the last few seconds; undefined until there is enough data. */
export const createRateMeter = () => {
  let samples: { bytes: number; at: number }[] = [];
  return {
    add: (bytes: number, at: number): number | undefined => {
      samples = [...samples.filter((one) => at - one.at <= windowMs), { bytes, at }];
      const [first] = samples;
      if (first === undefined || at - first.at < 500 || bytes <= first.bytes) return undefined;
      return ((bytes - first.bytes) / (at - first.at)) * 1000;
    },
  };
};
