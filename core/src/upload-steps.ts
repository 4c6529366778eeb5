import { backoffMs } from './backoff.ts';

/*
 * Decides how to upload a file and what to do after a failure. A single PUT is cheaper for the storage, and S3 can
 * verify a hash only of a whole file. In parts, a broken connection costs one part instead of the file.
 */

/** S3 accepts at most 5 GiB in one PUT. */
const wholeUpToBytes = 4 * 1024 ** 3;
/** For smaller files the extra requests do not pay off. */
export const partsFromBytes = 64 * 1024 ** 2;
const maxAttempts = 8;
const maxSilentAttempts = 3;

export interface UploadRules {
  sizeBytes: number;
  /** An earlier run may have uploaded parts. */
  resumes?: boolean;
  /** Large files start in parts. */
  startsInParts?: boolean;
  /** After a failure, files of any size continue in parts. */
  partsAfterFailure?: boolean;
}

export interface UploadState {
  attempt: number;
  inParts: boolean;
  /** Send the file whole if no part was uploaded yet. */
  wholeIfFresh: boolean;
  silentAttempts: number;
}

/** `slow`: too slow for a single PUT. `silent`: nothing was sent, and no response came. */
export interface UploadFailure {
  kind: 'slow' | 'silent' | 'failed';
  retryAfterSeconds?: number | undefined;
}

export const startUpload = ({ sizeBytes, resumes, startsInParts }: UploadRules): UploadState => {
  const isLarge = sizeBytes >= partsFromBytes;
  const needsParts = sizeBytes > wholeUpToBytes || (isLarge && startsInParts === true);
  const wholeIfFresh = isLarge && resumes === true && !needsParts;
  return { attempt: 1, inParts: needsParts || wholeIfFresh, wholeIfFresh, silentAttempts: 0 };
};

/** The next attempt and the wait before it; undefined to give up. */
export const nextUpload = (
  state: UploadState,
  { kind, retryAfterSeconds }: UploadFailure,
  { partsAfterFailure, random }: Pick<UploadRules, 'partsAfterFailure'> & { random?: () => number },
): { state: UploadState; waitMs: number } | undefined => {
  const { attempt } = state;
  const silentAttempts = kind === 'silent' ? state.silentAttempts + 1 : 0;
  if (attempt >= maxAttempts || silentAttempts >= maxSilentAttempts) return undefined;
  const inParts = kind === 'slow' || partsAfterFailure === true || state.inParts;
  const pauseMs = Math.max(backoffMs(attempt, random), (retryAfterSeconds ?? 0) * 1000);
  return {
    state: { attempt: attempt + 1, inParts, wholeIfFresh: false, silentAttempts },
    waitMs: kind === 'slow' ? 0 : pauseMs,
  };
};

export interface UploadRun<T> extends UploadRules {
  signal: AbortSignal;
  attempt(state: UploadState): Promise<T>;
  /** Undefined if a retry cannot help. */
  classify(error: unknown): UploadFailure | undefined;
  /** Rejects on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
  onWait?(error: unknown, waitMs: number): void;
}

/** Retries until done; throws the last error if a retry cannot help. */
export const runUpload = async <T>(run: UploadRun<T>): Promise<T> => {
  for (let state = startUpload(run); ; ) {
    try {
      return await run.attempt(state);
    } catch (error) {
      run.signal.throwIfAborted();
      const failure = run.classify(error);
      const next = failure && nextUpload(state, failure, run);
      if (next === undefined) throw error;
      run.onWait?.(error, next.waitMs);
      await run.sleep(next.waitMs, run.signal);
      state = next.state;
    }
  }
};
