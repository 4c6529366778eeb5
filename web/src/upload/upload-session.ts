import { ProblemError } from '@slipway/api';
import { sessionEnded } from '../data/session.ts';

/* API calls that survive an expired session. */

/** Resolves after the delay; rejects on abort. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/** Waits for the user to sign in again, then repeats the call. */
export const withSession = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      // A 401 without an expired session means that the user has signed out.
      if (!(error instanceof ProblemError) || error.status !== 401 || !sessionEnded.value) throw error;
      while (sessionEnded.value) await sleep(500, signal);
    }
  }
};
