import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

const source = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** Runs a module in a process of its own and returns what it prints. */
const runModule = async (text: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text])).stdout;

/** Makes the young generation grow, then waits; prints its size in MiB before and after. */
const growAndWait = (options: string, wait: string): Promise<string> =>
  runModule(`
    import { stat } from 'node:fs/promises';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { getHeapSpaceStatistics } from 'node:v8';
    const { collectAtRest } = await import(${source('node/rest-gc.ts')});
    const youngMiB = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    const kept = [];
    for (let index = 0; index < 2e6; index++) kept[index % 20_000] = { index };
    const before = youngMiB();
    collectAtRest(${options});
    ${wait}
    console.log(before >= 8, youngMiB() >= 8);
  `);

describe('memory of an idle process', () => {
  test('is returned', async () => {
    assert.equal(await growAndWait('{ intervalMs: 100 }', 'await sleep(1500);'), 'true false\n');
  });

  test('is not collected while the loop has events', async () => {
    const busy = 'for (const end = Date.now() + 1500; Date.now() < end; ) await stat(".");';
    assert.equal(await growAndWait('{ intervalMs: 100, maxIdleEvents: 5 }', busy), 'true true\n');
  });
});

describe('the modules of the server', () => {
  test('do not load the fetch client of Node.js', async () => {
    const stdout = await runModule(`
      await import(${source('commands/start.ts')});
      console.log(process.moduleLoadList.filter((name) => / (?:http|internal\\/deps\\/undici\\/undici)$/.test(name)).join());
    `);
    assert.equal(stdout, 'NativeModule http\n');
  });
});
