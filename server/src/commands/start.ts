import cluster from 'node:cluster';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pino } from 'pino';
import { compose, type Service } from '../compose.ts';
import { type Config, readConfig } from '../config/config.ts';
import { showDatabase, showStorage } from '../config/shown.ts';
import { joinCalls } from '../workers/calls.ts';
import { runWorkers } from '../workers/primary.ts';

/* Starts the service, says where it is and what to try, and ends it in good order. */

const terminal = process.stdout.isTTY === true;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Keeps a new admin key where only its owner can read it, when nobody is there to be shown it. */
const keepKey = async (config: Config, key: string): Promise<string> => {
  const folder = config.database.kind === 'sqlite' ? dirname(config.database.file) : '.';
  const file = resolve(folder, 'admin-key');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
};

const greet = async (config: Config, { addresses, newAdminKey }: Service): Promise<void> => {
  say(`Slipway answers at ${addresses.baseUrl} (documentation: ${addresses.baseUrl}/docs)`);
  say(`Apps answer at     ${addresses.publicUrl}`);
  if (config.storage.kind === 'files') say(`Uploads go to      ${addresses.uploadUrl}`);
  say(`Data is kept in    ${showDatabase(config.database)} and ${showStorage(config.storage)}`);
  if (newAdminKey === undefined) return;
  const shown = terminal ? newAdminKey : `$(cat ${await keepKey(config, newAdminKey)})`;
  if (terminal) say(`\nThe admin key, shown this once:\n\n  ${newAdminKey}\n`);
  else say(`The admin key was written to ${shown.slice(6, -1)}`);
  say('Try next:');
  say(
    `  curl -s ${addresses.baseUrl}/v1/apps -H "Authorization: Bearer ${shown}" -H "Content-Type: application/json" -d '{"slug":"hello"}'`,
  );
};

const serve = async (config: Config): Promise<void> => {
  const logger = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const giveUp = new AbortController();
  let service: Service | undefined;
  let ending: Promise<void> | undefined;
  const end = (signal: string): void => {
    if (ending !== undefined) return;
    logger.info({ signal }, 'ending: downloads under way may finish');
    giveUp.abort();
    ending = Promise.resolve(service?.close()).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not end in good order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const joins = cluster.worker !== undefined && cluster.worker.id !== 1;
  const together = cluster.isWorker ? { joins, workers: joinCalls() } : {};
  service = await compose(config, { logger, signal: giveUp.signal, ...together });
  // Of several workers the first greets; the key is known to the one that made it alone.
  if (cluster.isPrimary || cluster.worker?.id === 1 || service.newAdminKey !== undefined)
    await greet(config, service);
};

export const start = async (): Promise<void> => {
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) await runWorkers(config.workers);
  else await serve(config);
};
