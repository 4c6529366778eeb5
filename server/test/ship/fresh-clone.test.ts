import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dial } from '../../../lab/dial.ts';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { spawnProgram } from '../../../lab/program.ts';
import { copyRepository } from '../../../lab/repository.ts';
import { endLast, lastChildOf, start } from './shipped.ts';

/*
 * A fresh clone with this machine's npm and Node.js, as a new contributor has it. Packages come from npm's cache if
 * possible. The install time is reported without a limit, since it is npm's.
 */

interface File {
  inode: number;
  bytes: number;
}

/** Every installed file by path, without generated ones. */
const filesIn = async (folder: string): Promise<Map<string, File>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.cache') && !path.startsWith('.package-lock'));
  const stats = paths.map(async (path) => {
    const { ino, blocks } = await lstat(join(folder, path));
    return [path, { inode: ino, bytes: blocks * 512 }] as const;
  });
  return new Map(await Promise.all(stats));
};

/** The CPU seconds of all child processes, from bash's `times`. */
const cpuSecondsOf = (printed: string): number => {
  const [user, system] = [...printed.matchAll(/(\d+)m([\d.]+)s/g)]
    .slice(-2)
    .map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return (user ?? 0) + (system ?? 0);
};

/** The CPU seconds of a process so far, from proc(5). */
const cpuSecondsSoFar = async (pid: number): Promise<number> => {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
};

describe('a fresh clone', () => {
  let folder: TemporaryFolder;
  let clone: string;
  let env: Record<string, string>;
  before(async () => {
    folder = await openFolder('clone');
    clone = join(folder.path, 'slipway');
    await copyRepository(clone);
    await mkdir(join(folder.path, 'home'));
    const npmSays = async (setting: string) =>
      (await promisify(execFile)('npm', ['config', 'get', setting])).stdout.trim();
    const { PATH = '', NODE_EXTRA_CA_CERTS } = process.env;
    env = {
      // This machine's Node.js, not the installed one.
      PATH: PATH.split(':')
        .filter((place) => !place.includes('node_modules'))
        .join(':'),
      HOME: join(folder.path, 'home'),
      PORT: '0',
      npm_config_cache: await npmSays('cache'),
      npm_config_registry: await npmSays('registry'),
      npm_config_update_notifier: 'false',
      ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
    };
  });
  after(() => folder.remove());

  const npmStart = () => start(['bash', '-c', 'npm start; times'], { folder: clone, env });

  test('starts quietly with at most 75 MB beside the Node.js runtime', async (t) => {
    const began = performance.now();
    // Waits for the first step of npm start, however long it takes.
    const installing = spawnProgram({
      command: 'bash',
      args: ['-c', 'npm run --silent prestart; times'],
      cwd: clone,
      env,
    });
    await installing.exitCode;
    const { program } = await npmStart();
    const seconds = (performance.now() - began) / 1000;
    await endLast(program);
    const [output, cpuSeconds] = [installing, program].reduce(
      ([text, sum], { output }) => [text + output.stdout, sum + cpuSecondsOf(output.stdout)],
      ['', 0],
    );
    assert.equal(installing.output.stderr + program.output.stderr, '');
    assert.match(output, /^Installing what the service needs \(once\) …\n/);
    assert.doesNotMatch(output, /warn/i);
    const files = [...(await filesIn(join(clone, 'node_modules')))];
    // The runtime is a package only if this machine's is too old.
    const ours = files.filter(([path]) => !/^node-(?:linux|win)-/.test(path));
    // Hard links count once.
    const inodes = new Map(ours.map(([, { inode, bytes }]) => [inode, bytes]));
    const megabytes = [...inodes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1e6;
    t.diagnostic(
      `answers after ${seconds.toFixed(1)} s and ${cpuSeconds.toFixed(1)} s of processor time, ${megabytes.toFixed(1)} MB`,
    );
    assert.ok(megabytes < 75, `${megabytes} MB`);
  });

  test('starts the second time from its compile cache, within 2.5 s of processor time', async (t) => {
    const limit = 2.5;
    const times: number[] = [];
    // Other work only makes a start slower, so one start within the limit suffices.
    while (times.length < 8 && !times.some((seconds) => seconds < limit)) {
      const { program } = await npmStart();
      times.push(await cpuSecondsSoFar(await lastChildOf(program.pid)));
      await endLast(program);
      t.diagnostic(`${times.at(-1)} s of processor time, with npm ${cpuSecondsOf(program.output.stdout)} s`);
    }
    assert.ok((await readdir(join(clone, 'node_modules', '.cache', 'slipway'))).length > 0);
    assert.ok(Math.min(...times) < limit, times.join(', '));
  });

  test('answers every request while npm test installs the rest, which deletes nothing', async (t) => {
    const modules = join(clone, 'node_modules');
    const earlier = await filesIn(modules);
    const { program, baseUrl } = await npmStart();
    try {
      const installing = spawnProgram({
        command: 'npm',
        args: ['run', '--silent', 'pretest'],
        cwd: clone,
        env,
      });
      let isOver = false;
      void installing.exitCode.finally(() => {
        isOver = true;
      });
      const paths = ['/healthz', '/readyz', '/docs', '/v1/openapi.json'];
      let polls = 0;
      for (; !isOver || polls < paths.length; polls += 1) {
        const path = paths[polls % paths.length];
        assert.equal((await dial(`${baseUrl}${path}`)).status, 200, path);
        await sleep(50);
      }
      assert.deepEqual([await installing.exitCode, installing.output.stderr], [0, '']);
      t.diagnostic(`${polls} requests answered`);
    } finally {
      await endLast(program);
    }
    const later = await filesIn(modules);
    assert.ok(later.size > earlier.size);
    for (const [path, { inode }] of earlier) assert.equal(later.get(path)?.inode, inode, path);
  });
});
