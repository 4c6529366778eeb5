import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCaddy } from './check-deploy/caddy.ts';
import type { Check } from './check-deploy/check.ts';
import { bootDebian } from './check-deploy/debian.ts';
import { makeDebian, runBeforeBoot } from './check-deploy/debian-folder.ts';
import { checkNginx } from './check-deploy/nginx.ts';
import { readmeBlock } from './check-deploy/readme-block.ts';
import { checkUnit, startUnit } from './check-deploy/unit.ts';

/*
 * Runs deploy/ unchanged on its own Debian 12: the steps of deploy/README.md under systemd, with nginx and Caddy in
 * front. Not part of `npm test`, which needs only npm packages; it names missing tools.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const insist = (isThere: boolean, need: string): void => {
  if (isThere) return;
  say(`This needs ${need}.`);
  process.exit(2);
};

/** Builds the Debian with this machine's network, then continues in a network where every port is free. */
const prepare = async (): Promise<void> => {
  insist(process.getuid?.() === 0, 'root, for namespaces of its own');
  for (const command of ['mmdebstrap', 'unshare', 'nsenter', 'ip'])
    insist(spawnSync(command, ['--version']).error === undefined, `the command ${command}`);
  const folder = mkdtempSync(join(tmpdir(), 'slipway-deploy-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', removeFolder);
  const root = join(folder, 'debian');
  await makeDebian(root, say);
  say('install:');
  runBeforeBoot(root, readmeBlock('install'));
  say('  the walk’s user and packages are there');
  const again = ['--net', process.execPath, fileURLToPath(import.meta.url), root];
  process.exitCode = spawnSync('unshare', again, { stdio: 'inherit' }).status ?? 1;
};

const checkAll = async (root: string): Promise<void> => {
  spawnSync('ip', ['link', 'set', 'lo', 'up']);
  const debian = await bootDebian(root);
  const printIndented = (line: string): void => say(`  ${line}`);
  try {
    say('systemd:');
    const check: Check = { debian, key: await startUnit({ debian, log: printIndented }), log: printIndented };
    say('nginx:');
    await checkNginx(check);
    say('caddy:');
    await checkCaddy(check);
    say('systemd, with releases:');
    await checkUnit(check);
    say('All of it holds. Not run here: the image (check-image.ts) and both compose files.');
  } catch (error) {
    say(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    say(debian.run('journalctl --no-pager --lines=40 --output=cat || true'));
    process.exitCode = 1;
  } finally {
    await debian.end();
  }
};

const [root] = process.argv.slice(2);
await (root === undefined ? prepare() : checkAll(root));
