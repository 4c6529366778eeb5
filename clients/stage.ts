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
import { retryUntilSuccess } from '../lab/until.ts';

/* The service as clients meet it, with apps of the tests' own. */

export type Storage = 'files' | 's3';

const startStorage = async (storage: Storage): Promise<Env> => {
  if (storage === 'files') return {};
  const s3 = await startLocalS3();
  after(s3.stop);
  return s3Env(s3, 'clients');
};

/** Uploads; the S3 endpoint of the tests resets a connection now and then, after which a client tries again. */
const put: typeof dial = async (url, question) => {
  for (let left = 4; left > 0; left -= 1) {
    const reply = await dial(url, question).catch(() => undefined);
    if (reply !== undefined) return reply;
  }
  return dial(url, question);
};

/** An app, its publisher's steps, and what was counted of its downloads. */
const createApp = async (client: Client, creation: Partial<AppCreation>) => {
  const slug = `app-${randomBytes(6).toString('hex')}`;
  const { app } = await client.createApp({ slug, adapter: 'rest', ...creation });
  const countedBytes = async (): Promise<number> => (await client.getUsage(app.slug)).usage.totals.bytes;
  let receivedBytes = 0;
  return {
    ...app,
    ...createPublisher(client, app.slug, put),
    client,
    /** Waits until the fleet of a channel is this, by target and version: checks, offers, and those with an id. */
    isFleet: (rows: Record<string, [checks: number, offers: number, withId: number]>, channel = 'stable') =>
      retryUntilSuccess(async () => {
        const { fleet } = await client.getFleet(app.slug, { channel });
        const seen = fleet.rows.map(({ target, version, checks, offers, withId }) => [
          ...[`${target} ${version}`, [checks, offers, withId]],
        ]);
        deepEqual(Object.fromEntries(seen), rows);
      }),
    /** Waits until so many more bytes were counted than before, no more and no fewer. */
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
 * For clients that look up names by themselves, which `*.localhost` has none of under glibc: the app whose publicSlug is
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
  /** The client looks up names: create the app with the publicSlug `localhost`. */
  isResolvable?: boolean;
}

/** Starts the service; it ends with the file of tests that opened it. */
export const openStage = async ({ storage = 'files', isResolvable = false }: StageOptions = {}) => {
  const names = isResolvable ? await resolvableEnv() : {};
  const service = await startService({ env: { ...(await startStorage(storage)), ...names } });
  after(() => service.stop());
  // At its base address: `localhost` may be an app.
  const client = createClient({ baseUrl: service.baseUrl, key: adminKey, fetch: dialFetch });
  return {
    service,
    createApp: (creation: Partial<AppCreation> = {}) => createApp(client, creation),
    /** A folder that goes with the file of tests. */
    openFolder: async (name: string): Promise<string> => {
      const folder = await openFolder(name);
      after(folder.remove);
      return folder.path;
    },
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;
