/** Waits for something to happen. */
export interface SilenceTimer {
  /** Resolves when it is woken; `begin` is called once someone waits. */
  wait(begin?: () => void): Promise<void>;
  wake(): void;
  stop(): void;
}

/**
 * Waiting with a bound. The silence counts only while someone waits: a client that stalls does not break its own
 * download.
 */
export const createSilenceTimer = (silenceMs: number, onSilence: (error: Error) => void): SilenceTimer => {
  let resolve: (() => void) | undefined;
  const silence = setTimeout(() => {
    if (resolve !== undefined) onSilence(new Error(`the storage was silent for ${silenceMs} ms`));
  }, silenceMs);
  return {
    wait: (begin) =>
      new Promise<void>((resolved) => {
        silence.refresh();
        resolve = resolved;
        begin?.();
      }),
    wake: () => {
      const waiting = resolve;
      resolve = undefined;
      waiting?.();
    },
    stop: () => clearTimeout(silence),
  };
};
