import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startBackends } from '../lab/backends.ts';
import { openFolder } from '../lab/folder.ts';
import { freePort, freePorts } from '../lab/free-port.ts';
import { startNameServer } from '../lab/name-server.ts';
import { startOidcIssuer } from '../lab/oidc-issuer.ts';
import { type Env, type Service, startService } from '../lab/service.ts';
import { startRoundRobin } from './round-robin.ts';
import type { Deployment } from './world.ts';

export const createAdminKey = (): string => `acceptance-${randomBytes(24).toString('hex')}`;

/**
 * Common settings of all deployments: addresses with unique names, so that an app could claim them; a time zone far
 * from UTC, which must not show; and a trusted proxy, so that tests can use any client address.
 */
const commonEnv = (port: number, adminKey: string): Env => ({
  SLIPWAY_ADMIN_KEY: adminKey,
  SLIPWAY_BASE_URL: `http://api.localhost:${port}`,
  SLIPWAY_PUBLIC_URL: `http://{slug}.localhost:${port}`,
  SLIPWAY_TRUSTED_PROXIES: '127.0.0.1',
  TZ: 'America/St_Johns',
});

/** A test issuer next to the default ones, which are contacted only for their own tokens. */
const issuersWith = (issuer: string): string =>
  `https://token.actions.githubusercontent.com,https://gitlab.com,${issuer}`;

const storeInSqlite = (file: string, slug: string, adapter: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const tables = database
    .prepare(`select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'adapter'`)
    .all();
  for (const { name } of tables) {
    database.prepare(`update "${String(name)}" set adapter = ? where slug = ?`).run(adapter, slug);
  }
  database.close();
};

/** Stops everything in reverse order, also when a later start fails. */
const createUndoing = () => {
  const steps: (() => Promise<unknown>)[] = [];
  const undo = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  return {
    undo,
    later: (step: () => Promise<unknown>) => steps.push(step),
    orUndo: async <T>(start: () => Promise<T>): Promise<T> => {
      try {
        return await start();
      } catch (error) {
        await undo();
        throw error;
      }
    },
  };
};

/** The default: SQLite and files, one process. */
export const startEmbedded = async (env: Env = {}): Promise<Deployment> => {
  const { undo, later, orUndo } = createUndoing();
  const folder = await openFolder('acceptance');
  later(folder.remove);
  const [port, uploadPort] = await freePorts(2);
  const adminKey = createAdminKey();
  const issuer = await orUndo(startOidcIssuer);
  later(issuer.stop);
  const names = await orUndo(startNameServer);
  later(names.stop);
  const service = await orUndo(() =>
    startService({
      folder: folder.path,
      env: {
        ...commonEnv(port as number, adminKey),
        PORT: String(port),
        SLIPWAY_UPLOAD_PORT: String(uploadPort),
        SLIPWAY_UPLOAD_URL: `http://uploads.localhost:${uploadPort}`,
        SLIPWAY_OIDC_ISSUERS: issuersWith(issuer.issuer),
        SLIPWAY_DNS_SERVERS: names.address,
        ...env,
      },
    }),
  );
  later(() => service.stop());
  return {
    baseUrl: `http://api.localhost:${port}`,
    publicUrl: (publicSlug) => `http://${publicSlug}.localhost:${port}`,
    adminKey,
    storage: 'files',
    issuer,
    names,
    nodes: [service.port],
    log: service.log,
    storeAdapter: async (slug, adapter) => storeInSqlite(join(folder.path, 'slipway.db'), slug, adapter),
    stop: undo,
  };
};

/** PostgreSQL and S3 with this many nodes; several run behind a round-robin proxy. */
export const startPostgresS3 = async (count = 1): Promise<Deployment> => {
  const { undo, later, orUndo } = createUndoing();
  const engines = await orUndo(startBackends);
  later(engines.stop);
  const ports = await freePorts(count);
  const front = count === 1 ? (ports[0] ?? 0) : await freePort();
  const adminKey = createAdminKey();
  const issuer = await orUndo(startOidcIssuer);
  later(issuer.stop);
  const names = await orUndo(startNameServer);
  later(names.stop);
  const others = {
    SLIPWAY_OIDC_ISSUERS: issuersWith(issuer.issuer),
    SLIPWAY_DNS_SERVERS: names.address,
  };
  const env = { ...commonEnv(front, adminKey), ...engines.env, ...others };
  const nodes: Service[] = [];
  for (const port of ports) {
    const node = await orUndo(() => startService({ env: { ...env, PORT: String(port) } }));
    later(() => node.stop());
    nodes.push(node);
  }
  if (count > 1) {
    const proxy = await orUndo(() => startRoundRobin(front, ports));
    later(proxy.stop);
  }
  return {
    baseUrl: `http://api.localhost:${front}`,
    publicUrl: (publicSlug) => `http://${publicSlug}.localhost:${front}`,
    adminKey,
    storage: 's3',
    issuer,
    names,
    nodes: ports,
    log: () => nodes.map((node) => node.log()).join(''),
    storeAdapter: async (slug, adapter) => {
      const columns = `select table_name from information_schema.columns where column_name = 'adapter'`;
      for (const { table_name: table } of await engines.query(columns)) {
        await engines.query(`update "${String(table)}" set adapter = $1 where slug = $2`, [adapter, slug]);
      }
    },
    stop: undo,
  };
};
