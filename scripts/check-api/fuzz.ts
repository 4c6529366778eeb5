import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../../lab/program.ts';
import type { Fixtures } from './fixtures.ts';

/* One fuzzer run against a running server. */

const hooks = fileURLToPath(new URL('hooks.py', import.meta.url));
const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

/** No 5xx, and every response matches the document. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/** A run that takes longer hangs. */
const timeoutMs = 30 * 60_000;

export interface FuzzOptions {
  /** The folder with the fuzzer's programs. */
  bin: string;
  /** The port of the server or its proxy. */
  port: number;
  folder: string;
  fixtures: Fixtures;
  seed: number;
  casesPerOperation: number;
  /** Limits the run to these operation IDs. */
  operations?: readonly string[];
}

export interface FuzzResult {
  isPassed: boolean;
  /** Generated requests. */
  cases: number;
  /** The fuzzer's output. */
  text: string;
}

export const runFuzzer = async (options: FuzzOptions): Promise<FuzzResult> => {
  const { bin, port, folder, fixtures, seed, casesPerOperation, operations = [] } = options;
  const fixtureFile = join(folder, 'fixtures.json');
  await writeFile(fixtureFile, JSON.stringify(fixtures));
  const program = spawnProgram({
    command: join(bin, 'python'),
    args: [
      ...['-m', 'schemathesis.cli', '--config-file', config, 'run'],
      ...[`http://localhost:${port}/v1/openapi.json`, '--url', `http://localhost:${port}`, '--no-color'],
      ...['--workers', '1', '--continue-on-failure', '--request-timeout', '30'],
      ...['--phases', 'examples,coverage,fuzzing', '--checks', checks.join(',')],
      ...['--max-examples', String(casesPerOperation), '--seed', String(seed)],
      ...['--generation-database', 'none', '--suppress-health-check', 'all', '--warnings', 'off'],
      ...operations.flatMap((operation) => ['--include-operation-id', operation]),
    ],
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder },
      ...{ SCHEMATHESIS_HOOKS: hooks, CHECK_API_FIXTURES: fixtureFile, PYTHONDONTWRITEBYTECODE: '1' },
    },
  });
  const killer = setTimeout(() => program.process.kill('SIGKILL'), timeoutMs);
  const code = await program.exitCode;
  clearTimeout(killer);
  const text = program.log();
  return { isPassed: code === 0, cases: Number(/(\d+) generated/.exec(text)?.[1] ?? 0), text };
};
