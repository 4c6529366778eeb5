export interface SilenceTimer {
  /** Resolves when woken; `begin` is called once the wait starts. */
  wait(begin?: () => void): Promise<void>;
  wake(): void;
  stop(): void;
}

/** An idle timeout that runs only during a wait, so a stalled client does not break its own download. */
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
