import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type PoolOptions } from './pool.ts';

export const notifyChannel = 'slipway_changes';

const firstPauseMs = 250;
const maxPauseMs = 10_000;
/** The time limit for a clean disconnect: an unresponsive database does not answer it. */
const closeTimeoutMs = 500;

export interface Notifications {
  close(): Promise<void>;
}

/**
 * Listens on a dedicated connection and reconnects with backoff. Triggers on every notification and whenever it starts
 * to listen, since PostgreSQL does not queue notifications for disconnected clients.
 */
export const openNotifications = (
  options: Pick<PoolOptions, 'url' | 'connectTimeoutMs'>,
  onPrompt: () => void,
): Notifications => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = firstPauseMs;
  let closed = false;

  const retry = () => {
    if (closed) return;
    timer = setTimeout(() => void connect(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client(clientConfig(options));
    client = next;
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      void next.end().catch(() => undefined);
      retry();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', onPrompt);
    try {
      await next.connect();
      await next.query(`listen ${notifyChannel}`);
      pauseMs = firstPauseMs;
      onPrompt();
    } catch {
      lose();
    }
  };

  void connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const disconnected = client?.end().catch(() => undefined);
      await Promise.race([disconnected, pause(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
};
