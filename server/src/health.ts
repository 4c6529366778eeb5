import { bounds } from './domain/model/bounds.ts';
import { withTimeout } from './with-timeout.ts';

/* Whether database and storage respond. The endpoint is public, so results are cached for a second. */

interface Pingable {
  ping(): Promise<void>;
}

/** A check that times out counts as failed. */
const timeoutMs = bounds.readinessTimeoutSeconds * 1000;

const isResponding = (ping: Promise<void>): Promise<boolean> =>
  withTimeout(
    ping.then(() => true),
    false,
    timeoutMs,
  );

export interface Health {
  database: boolean;
  storage: boolean;
  /** False while uploads are refused for lack of disk space. */
  disk: boolean;
}

/** Checks both in parallel, at most once a second. */
export const createHealth = (
  needs: { store: Pingable; blobs: Pingable; isDiskLow?: () => Promise<boolean> },
  nowMs: () => number = () => performance.now(),
) => {
  const { store, blobs, isDiskLow = async () => false } = needs;
  let last: Promise<Health> | undefined;
  let freshUntilMs = Number.POSITIVE_INFINITY;
  const ask = async (): Promise<Health> => {
    const [database, storage, isLow] = await Promise.all([
      isResponding(store.ping()),
      isResponding(blobs.ping()),
      withTimeout(isDiskLow(), false, timeoutMs),
    ]);
    freshUntilMs = nowMs() + bounds.readinessSeconds * 1000;
    return { database, storage, disk: !isLow };
  };
  return (): Promise<Health> => {
    if (last !== undefined && nowMs() < freshUntilMs) return last;
    freshUntilMs = Number.POSITIVE_INFINITY;
    last = ask();
    return last;
  };
};
