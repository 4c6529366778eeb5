import cluster from 'node:cluster';
import { compose, type Service } from '../compose.ts';
import { type Config, readConfig } from '../config/config.ts';
import { describeDatabase, describeStorage } from '../config/describe-config.ts';
import { findInsecureUploadUrl } from '../config/insecure-upload-url.ts';
import { readDashboardFiles } from '../http/dashboard/files.ts';
import { collectAtRest } from '../node/rest-gc.ts';
import { tooOldExitCode } from '../node-level-guard.ts';
import { version } from '../version.ts';
import { runWorkers } from '../workers/primary.ts';
import { joinWorkerRpc } from '../workers/rpc.ts';
import { adminKeyFolder, createAdminKeyWriter } from './admin-key.ts';
import { createLogger } from './logger.ts';

/* Starts the server, prints its address and first steps, and shuts it down gracefully. */

const terminal = process.stdout.isTTY === true;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Not every program resolves names below localhost (RFC 6761). */
const printReachability = ({ baseUrl, publicUrl }: Service['addresses']): void => {
  const host = publicUrl.replace(/^https?:\/\//, '').replace('{slug}', 'my-app');
  if (/\.localhost(:\d+)?$/.test(host))
    printLine(
      `                  (if the name does not resolve: curl -H "Host: ${host}" ${baseUrl}/releases/…)`,
    );
};

const printNextSteps = async (baseUrl: string, key: string): Promise<void> => {
  const isBuilt = (await readDashboardFiles()) !== undefined;
  const signIn = isBuilt ? `sign in at ${baseUrl} with this key, or run` : 'run';
  printLine(`Next: ${signIn} (more in docs/GETTING-STARTED.md):`);
  printLine(
    `  curl -s ${baseUrl}/v1/apps -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"slug":"my-app"}'`,
  );
};

const printGreeting = async (
  config: Config,
  service: Service,
  keyFile: string | undefined,
): Promise<void> => {
  const { addresses, newAdminKey } = service;
  printLine(`Slipway ${version} is running at ${addresses.baseUrl} (API docs: ${addresses.baseUrl}/docs)`);
  printLine(`Apps              ${addresses.publicUrl}`);
  printReachability(addresses);
  if (config.storage.kind === 'files') printLine(`Uploads           ${addresses.uploadUrl}`);
  printLine(`Data              ${describeDatabase(config.database)} and ${describeStorage(config.storage)}`);
  const unsafe = findInsecureUploadUrl(config, addresses);
  if (unsafe !== undefined) printLine(`Warning: ${unsafe}`);
  if (newAdminKey === undefined) return;
  if (keyFile !== undefined) printLine(`Admin key         ${keyFile}`);
  await printNextSteps(addresses.baseUrl, keyFile === undefined ? newAdminKey : `$(cat '${keyFile}')`);
};

const serve = async (config: Config): Promise<void> => {
  const { logger, dropped } = createLogger(config);
  const giveUp = new AbortController();
  let service: Service | undefined;
  let ending: Promise<void> | undefined;
  const end = (signal: string, exitCode = 0): void => {
    if (ending !== undefined) return;
    logger.info({ signal }, 'shutting down; waiting for active downloads');
    giveUp.abort();
    ending = Promise.resolve(service?.close()).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  const isAdditionalWorker = cluster.worker !== undefined && cluster.worker.id !== 1;
  const workers = cluster.isWorker ? joinWorkerRpc() : undefined;
  const keeper = createAdminKeyWriter(adminKeyFolder(config), terminal ? printLine : undefined);
  service = await compose(config, {
    logger,
    droppedLogLines: dropped,
    signal: giveUp.signal,
    saveAdminKey: keeper.save,
    onTooOld: (reason) => {
      process.stderr.write(`${reason}\n`);
      end('too old', tooOldExitCode);
    },
    isAdditionalWorker,
    ...(workers === undefined ? {} : { workers }),
  });
  workers?.markStarted();
  // Only the first worker prints the greeting, since it creates the key.
  if (!isAdditionalWorker) await printGreeting(config, service, keeper.file());
  collectAtRest();
};

export const startService = async (): Promise<void> => {
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) await runWorkers(config.workers);
  else await serve(config);
};
