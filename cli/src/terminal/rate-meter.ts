const windowMs = 3_000;

/** A smoothed rate over the last seconds. */
export const createRateMeter = (now: () => number = () => performance.now()) => {
  const started = now();
  let samples: { at: number; bytes: number }[] = [{ at: started, bytes: 0 }];
  return {
    /** `bytes` is the total so far. */
    add(bytes: number) {
      const at = now();
      samples.push({ at, bytes });
      const oldest = samples.findLastIndex((sample) => at - sample.at > windowMs);
      if (oldest > 0) samples = samples.slice(oldest);
    },
    bytesPerSecond(): number {
      const first = samples[0];
      const last = samples.at(-1);
      if (first === undefined || last === undefined || last.at <= first.at) return 0;
      return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * 1000);
    },
    elapsedSeconds: () => (now() - started) / 1000,
  };
};
