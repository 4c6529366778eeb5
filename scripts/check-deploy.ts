import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCaddy } from './check-deploy/caddy.ts';
import { checkNginx } from './check-deploy/nginx.ts';

/*
 * Runs what lies in deploy/ against the real programs: nginx and Caddy from Debian's packages, and systemd's own
 * verifier. It is no part of `npm test`, which needs npm packages alone; it names what it needs.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const isThere = (command: string): boolean => spawnSync(command, ['version']).error === undefined;

const systemd = 'systemd-analyze';

const checkUnit = async (_folder: string, tell: (line: string) => void): Promise<void> => {
  const unit = fileURLToPath(new URL('../deploy/slipway.service', import.meta.url));
  const { stdout, stderr, status } = spawnSync(systemd, ['verify', unit], { encoding: 'utf8' });
  // Whether /usr/bin/node is there says nothing about the unit.
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => /slipway\.service/.test(line));
  const real = complaints.filter((line) => !/Command .* is not executable/.test(line));
  if (real.length > 0 || (status !== 0 && complaints.length === 0))
    throw new Error(real.join('\n') || `${systemd} ended with ${status}: ${stderr}`);
  tell('systemd finds nothing wrong with the unit');
};

const checks = [
  { command: 'nginx', run: checkNginx, install: 'nginx-light' },
  { command: 'caddy', run: checkCaddy, install: 'caddy' },
  { command: systemd, run: checkUnit, install: 'systemd' },
];

const missing = checks.filter(({ command }) => !isThere(command));
if (missing.length > 0) {
  say(`This needs: apt-get install ${missing.map(({ install }) => install).join(' ')}`);
  process.exit(2);
}

for (const { command, run } of checks) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-deploy-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', removeFolder);
  say(`${command}:`);
  try {
    await run(folder, (line) => say(`  ${line}`));
  } catch (error) {
    say(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  } finally {
    removeFolder();
  }
}
if (process.exitCode === undefined)
  say('All of it holds. Not run here: deploy/compose.yaml, deploy/Containerfile.');
