import cluster from 'node:cluster';
import { compose, type Service } from '../compose.ts';
import { type Config, readConfig } from '../config/config.ts';
import { showDatabase, showStorage } from '../config/shown.ts';
import { findUnsafeUploads } from '../config/unsafe-uploads.ts';
import { readDashboardFiles } from '../http/dashboard/files.ts';
import { tooOldExitCode } from '../node-level-guard.ts';
import { version } from '../version.ts';
import { joinCalls } from '../workers/calls.ts';
import { runWorkers } from '../workers/primary.ts';
import { createKeyKeeper, keyFolderOf } from './admin-key.ts';
import { createLogger } from './logger.ts';

/* Starts the service, says where it is and what to try, and ends it in good order. */

const terminal = process.stdout.isTTY === true;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Not every program resolves names below localhost, though they are this machine (RFC 6761). */
const sayHowToReach = ({ baseUrl, publicUrl }: Service['addresses']): void => {
  const host = publicUrl.replace(/^https?:\/\//, '').replace('{slug}', 'my-app');
  if (/\.localhost(:\d+)?$/.test(host))
    say(`  (where such a name does not resolve: curl -H "Host: ${host}" ${baseUrl}/releases/…)`);
};

const sayWhatNext = async (baseUrl: string, key: string): Promise<void> => {
  const isBuilt = (await readDashboardFiles()) !== undefined;
  const signIn = isBuilt ? `sign in at ${baseUrl} with that key, or this` : 'this';
  say(`Try next: ${signIn} (then "A first release" in the README):`);
  say(
    `  curl -s ${baseUrl}/v1/apps -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"slug":"my-app"}'`,
  );
};

const greet = async (config: Config, service: Service, keyFile: string | undefined): Promise<void> => {
  const { addresses, newAdminKey } = service;
  say(`Slipway ${version} answers at ${addresses.baseUrl} (documentation: ${addresses.baseUrl}/docs)`);
  say(`Apps answer at     ${addresses.publicUrl}`);
  sayHowToReach(addresses);
  if (config.storage.kind === 'files') say(`Uploads go to      ${addresses.uploadUrl}`);
  say(`Data is kept in    ${showDatabase(config.database)} and ${showStorage(config.storage)}`);
  const unsafe = findUnsafeUploads(config, addresses);
  if (unsafe !== undefined) say(`Warning: ${unsafe}`);
  if (newAdminKey === undefined) return;
  if (keyFile !== undefined) say(`The admin key was written to ${keyFile}`);
  await sayWhatNext(addresses.baseUrl, keyFile === undefined ? newAdminKey : `$(cat '${keyFile}')`);
};

const serve = async (config: Config): Promise<void> => {
  const { logger, dropped } = createLogger(config);
  const giveUp = new AbortController();
  let service: Service | undefined;
  let ending: Promise<void> | undefined;
  const end = (signal: string, exitCode = 0): void => {
    if (ending !== undefined) return;
    logger.info({ signal }, 'ending: downloads under way may finish');
    giveUp.abort();
    ending = Promise.resolve(service?.close()).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        logger.error({ err: error }, 'could not end in good order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  const joins = cluster.worker !== undefined && cluster.worker.id !== 1;
  const workers = cluster.isWorker ? joinCalls() : undefined;
  const keeper = createKeyKeeper(keyFolderOf(config), terminal ? say : undefined);
  service = await compose(config, {
    logger,
    droppedLogLines: dropped,
    signal: giveUp.signal,
    keepAdminKey: keeper.keep,
    onTooOld: (reason) => {
      process.stderr.write(`${reason}\n`);
      end('too old', tooOldExitCode);
    },
    joins,
    ...(workers === undefined ? {} : { workers }),
  });
  workers?.started();
  // Of several workers the first greets, which makes the key, too.
  if (!joins) await greet(config, service, keeper.file());
};

export const start = async (): Promise<void> => {
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) await runWorkers(config.workers);
  else await serve(config);
};
