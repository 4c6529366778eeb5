import { ProblemError } from '@slipway/api';
import { hasEnded } from '../data/session.ts';

/* Calls that go on where they were when the session ended meanwhile. */

/** Waits so long, or until it is stopped. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/** A session that ends meanwhile is asked for above the page: the upload waits for it. */
export const inSession = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      // Where nobody asks for the key any more, someone has signed out.
      if (!(error instanceof ProblemError) || error.status !== 401 || !hasEnded.value) throw error;
      while (hasEnded.value) await wait(500, signal);
    }
  }
};
