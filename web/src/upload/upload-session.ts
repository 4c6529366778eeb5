import { ProblemError } from '@slipway/api';
import { sessionEnded } from '../data/session.ts';

/* Calls that go on where they were when the session ended meanwhile. */

/** Waits so long, or until it is stopped. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/** A session that ends meanwhile is asked for above the page: the upload waits for it. */
export const withSession = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      // Where nobody asks for the key any more, someone has signed out.
      if (!(error instanceof ProblemError) || error.status !== 401 || !sessionEnded.value) throw error;
      while (sessionEnded.value) await sleep(500, signal);
    }
  }
};
