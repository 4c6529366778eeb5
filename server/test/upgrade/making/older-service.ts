import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { type HttpReply, requestPort } from '../../../../lab/request.ts';
import { publicUrl, type Question } from '../recording.ts';

/* Runs the server of another checkout in this process. Its modules are typed by the few members used here. */

interface OlderService {
  addresses: { baseUrl: string; uploadUrl: string };
  newAdminKey: string | undefined;
  close(): Promise<void>;
}

/** A manual clock. */
export const createClock = (start: string) => {
  let ms = Date.parse(start);
  const at = (moment: number) => new Date(moment).toISOString();
  return {
    now: () => at(ms),
    in: (seconds: number) => at(ms + seconds * 1000),
    pass: (seconds: number) => {
      ms += seconds * 1000;
    },
    moveTo: (moment: string) => {
      ms = Date.parse(moment);
    },
  };
};
export type MovableClock = ReturnType<typeof createClock>;

export type Ask = (
  question: Question & { method?: string; json?: unknown },
  secret?: string,
) => Promise<HttpReply>;

/** Starts the checkout's server with these variables; it creates its own admin key. */
export const startOlder = async (checkout: string, env: Record<string, string>, clock: MovableClock) => {
  const load = (path: string) => import(pathToFileURL(`${checkout}/${path}`).href);
  const { readConfig } = (await load('server/src/config.ts')) as { readConfig(env: object): unknown };
  const { compose } = (await load('server/src/compose.ts')) as {
    compose(config: unknown, outside: object): Promise<OlderService>;
  };
  const logger = pino({ level: 'silent' });
  const config = readConfig({ PORT: '0', SLIPWAY_PUBLIC_URL: publicUrl, ...env });
  const service = await compose(config, { logger, clock });
  const port = Number(new URL(service.addresses.baseUrl).port);

  const send: Ask = ({ host = `localhost:${port}`, path, headers = {}, method, json }, secret) =>
    requestPort(port, path, {
      host,
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    });

  return { send, adminKey: service.newAdminKey, close: service.close };
};
