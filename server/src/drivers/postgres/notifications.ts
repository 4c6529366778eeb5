import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type PoolOptions } from './pool.ts';

export const notifyChannel = 'slipway_changes';

const firstPauseMs = 250;
const maxPauseMs = 10_000;
/** How long a farewell may take: a database that fell silent does not answer it. */
const closeTimeoutMs = 500;

export interface Notifications {
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, and makes a new one, ever less eagerly, when it breaks. Prompts on every
 * notice and whenever it begins to listen, since notices are not kept for those who are away.
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
      const farewell = client?.end().catch(() => undefined);
      await Promise.race([farewell, pause(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
};
