const windowMs = 5_000;

/** How quick something is, over the last few seconds; undefined until that can be said. */
export const createRateMeter = () => {
  let seen: { bytes: number; at: number }[] = [];
  return {
    add: (bytes: number, at: number): number | undefined => {
      seen = [...seen.filter((one) => at - one.at <= windowMs), { bytes, at }];
      const [first] = seen;
      if (first === undefined || at - first.at < 500 || bytes <= first.bytes) return undefined;
      return ((bytes - first.bytes) / (at - first.at)) * 1000;
    },
  };
};
