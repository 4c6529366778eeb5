import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dial } from '../../../lab/dial.ts';
import { type Program, spawnProgram } from '../../../lab/program.ts';
import { sha256Of } from '../../../lab/publisher.ts';

/* Uses a shipped build like a new user: start it in an empty folder, publish a release, download it. */

type Env = Record<string, string>;

export interface Started {
  program: Program;
  baseUrl: string;
  /** The working directory. */
  folder: string;
}

/** Starts a server with these arguments in a folder, created if missing; the environment is explicit. */
export const start = async (
  [command = '', ...args]: readonly string[],
  { folder, env }: { folder: string; env: Env },
): Promise<Started> => {
  await mkdir(folder, { recursive: true });
  const program = spawnProgram({ command, args, cwd: folder, env });
  try {
    const [, baseUrl = ''] = await program.waitForOutput(/^Slipway \S+ is running at (\S+).*\n/m);
    return { program, baseUrl, folder };
  } catch (error) {
    await program.stop('SIGKILL');
    throw error;
  }
};

/** The last process in a chain of child processes. */
export const lastChildOf = async (pid: number): Promise<number> => {
  const child = Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  return child === 0 ? pid : lastChildOf(child);
};

/** Stops a server that npm or npx started: they do not forward signals; Ctrl-C in a terminal reaches all of them. */
export const endLast = async ({ pid, exitCode }: Program): Promise<void> => {
  process.kill(await lastChildOf(pid), 'SIGTERM');
  await exitCode;
};

/** The admin key file of the first start. */
export const adminKeyIn = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'data', 'admin-key'), 'utf8')).trim();

/** Opens the dashboard and everything that its page loads. */
const showsDashboard = async ({ baseUrl }: Started): Promise<void> => {
  const page = await dial(`${baseUrl}/`);
  const loaded = [...page.text().matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(page.status === 200 && loaded.length >= 2, page.text());
  for (const path of loaded) assert.equal((await dial(`${baseUrl}${path}`)).status, 200, path);
};

/** Publishes a release of an app `hello` with a CLI command and downloads it. */
export const releaseWith = async (
  [command = '', ...first]: readonly string[],
  { service, key, env = {} }: { service: Started; key: string; env?: Env },
): Promise<void> => {
  const { baseUrl, folder } = service;
  await showsDashboard(service);
  const run = (...words: string[]) =>
    promisify(execFile)(command, [...first, ...words], {
      cwd: folder,
      env: { SLIPWAY_URL: baseUrl, SLIPWAY_KEY: key, HOME: folder, CI: 'true', ...env },
    });
  const bytes = randomBytes(300_000);
  await writeFile(join(folder, 'hello.AppImage'), bytes);
  await run('apps', 'create', 'hello', '--adapter', 'rest');
  const target = ['--target', 'linux-x86_64=hello.AppImage'];
  const { stdout } = await run('publish', '--app', 'hello', '--release', '1.0.0', ...target, '--yes');
  assert.match(stdout, /^Published hello 1\.0\.0 on stable/m);
  for (const page of ['/', '/docs', '/v1/openapi.json'])
    assert.equal((await dial(`${baseUrl}${page}`)).status, 200, page);
  await downloads(service, sha256Of(bytes));
};

/** Checks as an installed 0.9.0 does and downloads the offer. */
export const downloads = async ({ baseUrl }: Started, sha256: string): Promise<void> => {
  const site = baseUrl.replace('://', '://hello.');
  const offer = await dial(`${site}/releases/stable/linux/x86_64/0.9.0`);
  assert.equal(offer.status, 200);
  const { url, version } = offer.json<{ url: string; version: string }>();
  assert.equal(version, '1.0.0');
  const file = await dial(url);
  assert.deepEqual([file.status, sha256Of(file.body)], [200, sha256]);
};
