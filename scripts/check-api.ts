import { parseArgs } from 'node:util';
import { startBackends } from '../lab/backends.ts';
import { openFolder } from '../lab/folder.ts';
import { type Env, type Service, startService } from '../lab/service.ts';
import { createFixtures } from './check-api/fixtures.ts';
import { type FuzzResult, runFuzzer } from './check-api/fuzz.ts';
import { plantedFailures, plantedOperations, startFaultyProxy } from './check-api/planted-faults.ts';
import { installFuzzer, MissingToolError } from './check-api/python.ts';

/*
 * Runs a third-party OpenAPI fuzzer (schemathesis, from PyPI) against the server on both pairs of engines: no request
 * returns an undeclared 5xx, and every response matches the document. Not part of `npm test`, which needs only npm
 * packages. Pass --seed to repeat a run, --cases for more requests.
 */

const appCount = 12;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260314' },
    cases: { type: 'string', default: '40' },
  },
});
const seed = Number(values.seed);
const casesPerOperation = Number(values.cases);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Proves that a run can fail before its result is trusted. */
const proveItFails = async (bin: string, service: Service, folder: string): Promise<void> => {
  const proxy = await startFaultyProxy(service.port);
  const fixtures = await createFixtures(service, 1);
  const options = { bin, folder, fixtures, seed, casesPerOperation: 3, operations: plantedOperations };
  const { isPassed, text } = await runFuzzer({ ...options, port: proxy.port });
  proxy.stop();
  const missed = plantedFailures.filter((failure) => !text.includes(failure));
  if (isPassed || missed.length > 0)
    throw new Error(`The fuzzer missed a planted fault (${missed.join(', ') || 'exit 0'}):\n${text}`);
  say('Planted faults: found, so a run can fail.');
};

const withService = async <T>(env: Env, work: (service: Service) => Promise<T>): Promise<T> => {
  const trusted = { SLIPWAY_TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'error' };
  const service = await startService({ env: { ...trusted, ...env } });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

const fuzz = (name: string, where: { bin: string; folder: string; env: Env }): Promise<FuzzResult> =>
  withService(where.env, async (service) => {
    const fixtures = await createFixtures(service, appCount);
    const result = await runFuzzer({ ...where, port: service.port, fixtures, seed, casesPerOperation });
    if (!result.isPassed) say(`${result.text}\n${service.log()}`);
    say(`${name}: ${result.isPassed ? 'passed' : 'FAILED'}, ${result.cases} cases, seed ${seed}.`);
    return result;
  });

const main = async (): Promise<void> => {
  const bin = installFuzzer(say);
  const folder = await openFolder('check-api');
  const engines = await startBackends();
  try {
    await withService({}, (service) => proveItFails(bin, service, folder.path));
    const results = [
      await fuzz('SQLite and files', { bin, folder: folder.path, env: {} }),
      await fuzz('PostgreSQL and S3', { bin, folder: folder.path, env: engines.env }),
    ];
    const cases = results.reduce((sum, result) => sum + result.cases, 0);
    const isPassed = results.every((result) => result.isPassed && result.cases > 0);
    say(`${isPassed ? 'Passed' : 'FAILED'}: ${cases} cases in all.`);
    process.exitCode = isPassed ? 0 : 1;
  } finally {
    await engines.stop();
    await folder.remove();
  }
};

main().catch((error: unknown) => {
  say(
    error instanceof MissingToolError ? error.message : String(error instanceof Error ? error.stack : error),
  );
  process.exitCode = error instanceof MissingToolError ? 2 : 1;
});
