import { deepEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type AppCreation, type Client, createClient } from '@slipway/api';
import { dial, dialFetch } from '../lab/dial.ts';
import { openFolder } from '../lab/folder.ts';
import { freePort } from '../lab/free-port.ts';
import { createPublisher } from '../lab/publisher.ts';
import { s3Env, startLocalS3 } from '../lab/s3.ts';
import { adminKey, type Env, startService } from '../lab/service.ts';
import { retryUntilSuccess } from '../lab/wait-until.ts';

/* The server with test apps, as clients see it. */

export type Storage = 'files' | 's3';

const startStorage = async (storage: Storage): Promise<Env> => {
  if (storage === 'files') return {};
  const s3 = await startLocalS3();
  after(s3.stop);
  return s3Env(s3, 'clients');
};

/** Uploads with a retry, because the test S3 endpoint sometimes resets a connection. */
const put: typeof dial = async (url, question) => {
  for (let left = 4; left > 0; left -= 1) {
    const reply = await dial(url, question).catch(() => undefined);
    if (reply !== undefined) return reply;
  }
  return dial(url, question);
};

/** An app, its publisher's steps, and its download counts. */
const createApp = async (client: Client, creation: Partial<AppCreation>) => {
  const slug = `app-${randomBytes(6).toString('hex')}`;
  const { app } = await client.createApp({ slug, adapter: 'rest', ...creation });
  const countedBytes = async (): Promise<number> => (await client.getUsage(app.slug)).usage.totals.bytes;
  let receivedBytes = 0;
  return {
    ...app,
    ...createPublisher(client, app.slug, put),
    client,
    /** Waits for this fleet of a channel, by target and version: checks, offers, and those with an ID. */
    isFleet: (rows: Record<string, [checks: number, offers: number, withId: number]>, channel = 'stable') =>
      retryUntilSuccess(async () => {
        const { fleet } = await client.getFleet(app.slug, { channel });
        const actual = fleet.rows.map(({ target, version, checks, offers, withId }) => [
          ...[`${target} ${version}`, [checks, offers, withId]],
        ]);
        deepEqual(Object.fromEntries(actual), rows);
      }),
    /** Waits until exactly this many more bytes were counted. */
    counts: (bytes: number): Promise<void> => {
      receivedBytes += bytes;
      return retryUntilSuccess(async () => {
        const counted = await countedBytes();
        if (counted !== receivedBytes) throw new Error(`${counted} bytes counted, ${receivedBytes} received`);
      });
    },
  };
};
export type ClientApp = Awaited<ReturnType<typeof createApp>>;

/**
 * For clients that use the system resolver, which does not know `*.localhost` under glibc: the app with publicSlug
 * `localhost` has the host `localhost`.
 */
const resolvableEnv = async (): Promise<Env> => {
  const [port, uploadPort] = [await freePort(), await freePort()];
  return {
    PORT: String(port),
    SLIPWAY_UPLOAD_PORT: String(uploadPort),
    SLIPWAY_BASE_URL: `http://127.0.0.1:${port}`,
    SLIPWAY_UPLOAD_URL: `http://127.0.0.1:${uploadPort}`,
    SLIPWAY_PUBLIC_URL: `http://{slug}:${port}`,
  };
};

export interface StageOptions {
  storage?: Storage;
  /** The client uses DNS: create the app with the publicSlug `localhost`. */
  isResolvable?: boolean;
}

/** Starts the server; it stops with the test file. */
export const openStage = async ({ storage = 'files', isResolvable = false }: StageOptions = {}) => {
  const names = isResolvable ? await resolvableEnv() : {};
  const service = await startService({ env: { ...(await startStorage(storage)), ...names } });
  after(() => service.stop());
  // Uses the base address, because `localhost` may be an app.
  const client = createClient({ baseUrl: service.baseUrl, key: adminKey, fetch: dialFetch });
  return {
    service,
    createApp: (creation: Partial<AppCreation> = {}) => createApp(client, creation),
    /** A folder that is deleted with the test file. */
    openFolder: async (name: string): Promise<string> => {
      const folder = await openFolder(name);
      after(folder.remove);
      return folder.path;
    },
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;
