import type { Logger } from 'pino';
import { IncompatibleDatabase } from './domain/model/errors.ts';
import { nodeLevelSetting, nodeLevel as ownLevel, requireNodeLevel } from './domain/model/node-level.ts';
import type { Invalidation } from './domain/ports/invalidation.ts';
import type { Settings } from './domain/ports/settings.ts';

/** The exit code of an outdated worker, which the primary does not restart. */
export const tooOldExitCode = 3;

const retryMs = 1000;

export interface NodeLevelOptions {
  logger: Logger;
  /** Called once when the data requires a newer version than this one. */
  onTooOld?: (reason: string) => void;
  /** Overrides this node's level in tests. */
  nodeLevel?: number;
}

/**
 * Reads the minimum level now and after every change of an app. Throws if this node is below it at startup; later it
 * calls `onTooOld` once.
 */
export const guardNodeLevel = async (
  store: Settings & Pick<Invalidation, 'watch'>,
  { logger, onTooOld, nodeLevel = ownLevel }: NodeLevelOptions,
): Promise<{ stop(): void }> => {
  let isReading = false;
  let isAsked = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  /** One read at a time: a change during a read triggers another. */
  const read = async (): Promise<void> => {
    isAsked = true;
    if (isReading || isStopped) return;
    isReading = true;
    clearTimeout(retry);
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        requireNodeLevel(await store.findSetting(nodeLevelSetting), nodeLevel);
      }
    } catch (error) {
      if (isStopped) return;
      if (error instanceof IncompatibleDatabase) {
        isStopped = true;
        logger.fatal(error.message);
        onTooOld?.(error.message);
      } else retry = setTimeout(read, retryMs).unref();
    } finally {
      isReading = false;
    }
  };

  requireNodeLevel(await store.findSetting(nodeLevelSetting), nodeLevel);
  store.watch(() => void read());
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
    },
  };
};
