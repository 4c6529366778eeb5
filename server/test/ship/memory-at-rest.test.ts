import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { dropCachedFile, residentBytes } from '../../../lab/process-usage.ts';
import { buildExecutable } from '../../../scripts/ship/executable.ts';
import { buildServer } from '../../../scripts/ship/server-package.ts';
import { start } from './shipped.ts';

/* Memory of an idle server, and CPU time of `--version`, as shipped. */

const MiB = 1024 * 1024;
const maxRestBytes = 110 * MiB;
/** It takes 20 s on an idle machine: V8 collects in small steps. */
const maxWaitMs = 90_000;
const maxVersionMs = 120;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** CPU milliseconds of a command that ends, without those of the shell that measures it. */
const cpuMsOf = (command: readonly string[]): number => {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null';
  const text = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...command], { encoding: 'utf8' });
  const [user, system] = text.trim().split(' ').map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 1000;
};

if (process.platform === 'linux')
  describe('a shipped server', () => {
    let folder: TemporaryFolder;
    let slipway: string;
    const at = (...names: string[]) => join(folder.path, ...names);
    before(async () => {
      folder = await openFolder('rest');
      slipway = await buildExecutable(at('dist'));
      await buildServer(at('package'));
      dropCachedFile(slipway);
    });
    after(() => folder.remove());

    const kinds = {
      package: () => [process.execPath, at('package', 'slipway-server.cjs'), 'start'],
      'single file': () => [slipway, 'serve'],
    };
    for (const [kind, command] of Object.entries(kinds))
      test(`needs at most 110 MiB at rest: ${kind}`, async (t) => {
        const env = { PORT: '0', SLIPWAY_UPLOAD_PORT: '0' };
        const starts = [1, 2, 3].map((number) =>
          start(command(), { folder: at('data', kind, String(number)), env }),
        );
        const programs = (await Promise.all(starts)).map(({ program }) => program);
        const restBytes = (): number => median(programs.map(({ pid }) => residentBytes(pid)));
        try {
          const end = performance.now() + maxWaitMs;
          while (restBytes() > maxRestBytes && performance.now() < end) await sleep(1000);
          const text = `${(restBytes() / MiB).toFixed(1)} MiB`;
          t.diagnostic(text);
          assert.ok(restBytes() <= maxRestBytes, text);
        } finally {
          await Promise.all(programs.map((program) => program.stop()));
        }
      });

    test('prints its version in less than 120 ms of CPU time', (t) => {
      const times = Array.from({ length: 11 }, () => cpuMsOf([slipway, '--version']));
      t.diagnostic(`${median(times)} ms`);
      // The fastest, because neighbors on the machine only ever add to it.
      assert.ok(Math.min(...times) < maxVersionMs, `${times.join(', ')} ms`);
    });

    test('has scripts that V8 holds as one byte per character', async () => {
      const chunks = (await readdir(at('package', 'chunks'))).map((name) => at('package', 'chunks', name));
      for (const path of [at('package', 'server.js'), ...chunks]) {
        const text = await readFile(path, 'utf8');
        assert.doesNotMatch(text, /[^\0-\x7f]/, path);
      }
    });
  });
