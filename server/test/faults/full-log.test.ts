import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main } from '../../../lab/service.ts';
import { mountSmallDisk, smallDiskMode, testInNamespace } from '../../../lab/small-disk.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { makeFolder } from '../harness.ts';
import { type LoggingService, startLogging } from './logging-service.ts';

/* The log disk is full, or the log reader is gone or stalled: the server must continue normally. */

const lines = 100;

/** Logs more lines than the buffer holds while nothing can be written. */
const makeUntilDropped = async (service: LoggingService): Promise<void> => {
  while ((await service.dropped()) === 0) assert.equal(await service.makeLines(lines), lines);
};

const parsedLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const saysDropped = (text: string): boolean =>
  parsedLines(text).some((line) => line.msg === 'log lines dropped' && Number(line.dropped) > 0);

const mode = smallDiskMode();
const skip = mode === undefined ? 'no tmpfs can be mounted here, not even in a namespace' : false;

describe('a log on a full disk', { skip }, () => {
  if (mode === 'again') {
    test('in a mount namespace', () => assert.ok(testInNamespace(fileURLToPath(import.meta.url))));
    return;
  }

  test('stops nothing, and logging resumes when there is space again', async () => {
    const folder = await makeFolder();
    const disk = mountSmallDisk(2);
    const logFile = join(disk.path, 'log');
    try {
      const service = await startLogging(folder, { logFile });
      disk.fill();
      await makeUntilDropped(service);
      assert.ok(await service.isHealthy());
      const full = statSync(logFile).size;
      disk.empty();
      await waitUntil('logging again', () => statSync(logFile).size > full);
      await waitUntil('the note', async () => {
        await service.makeLines(1);
        return saysDropped(readFileSync(logFile, 'utf8'));
      });
      disk.fill();
      await makeUntilDropped(service);
      assert.equal(await service.end(), 0);
    } finally {
      disk.unmount();
      await rm(folder, { recursive: true });
    }
  });

  test('does not prevent a start, even with workers', async () => {
    const folder = await makeFolder();
    const disk = mountSmallDisk(1);
    disk.fill();
    try {
      const service = await startLogging(folder, {
        logFile: join(disk.path, 'log'),
        env: { SLIPWAY_WORKERS: '2' },
      });
      await makeUntilDropped(service);
      assert.ok(await service.isHealthy());
      assert.equal(await service.end(), 0);
    } finally {
      disk.unmount();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a command whose output cannot be written', { skip }, () => {
  // The tests in the namespace include this one.
  if (mode === 'again') return;
  test('says so and exits with 1', () => {
    const disk = mountSmallDisk(1);
    disk.fill();
    try {
      const output = openSync(join(disk.path, 'help'), 'a');
      const { status, stderr } = spawnSync(process.execPath, [main, '--help'], {
        stdio: ['ignore', output, 'pipe'],
        encoding: 'utf8',
      });
      assert.equal(status, 1);
      assert.match(stderr, /^Can’t write to standard output: ENOSPC.*\n$/);
    } finally {
      disk.unmount();
    }
  });
});

describe('a log whose reader', () => {
  test('is gone stops nothing', async () => {
    const folder = await makeFolder();
    const service = await startLogging(folder);
    service.process.stdout?.destroy();
    service.process.stderr?.destroy();
    await makeUntilDropped(service);
    assert.ok(await service.isHealthy());
    assert.equal(await service.end(), 0);
    await rm(folder, { recursive: true });
  });

  for (const workers of ['1', '2'])
    test(`has stalled stops nothing, and logging resumes where it stopped: ${workers} workers`, async () => {
      const folder = await makeFolder();
      const service = await startLogging(folder, { env: { SLIPWAY_WORKERS: workers } });
      await makeUntilDropped(service);
      assert.ok(await service.isHealthy());
      let text = '';
      service.process.stdout?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      await waitUntil('the note', async () => {
        await service.makeLines(10);
        return text.endsWith('\n') && saysDropped(text);
      });
      service.process.stdout?.pause();
      while ((await service.dropped()) < 2 * lines) await service.makeLines(lines);
      assert.equal(await service.end(), 0);
      await rm(folder, { recursive: true });
    });
});
