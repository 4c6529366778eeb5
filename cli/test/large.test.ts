import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { installCli } from './cli.ts';
import { makeFolder } from './folder.ts';
import { startService } from './service.ts';

/* A small version of `node cli/scripts/measure-publish.ts`, which uses 1 GiB and compares with curl. */

const writeLarge = async (path: string, sizeMib: number): Promise<void> => {
  const file = await open(path, 'w');
  const block = randomBytes(1024 * 1024);
  for (let index = 0; index < sizeMib; index += 1) await file.write(block);
  await file.close();
};

test('publishing a large file needs no more memory than a small one', async (t) => {
  const service = await startService();
  const cli = await installCli(service.url);
  t.after(async () => {
    await service.stop();
    await cli.remove();
  });
  await service.client.createApp({ slug: 'big', adapter: 'rest' });
  const script = "process.on('exit', () => process.stderr.write('peak:' + process.resourceUsage().maxRSS))";
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
  const folder = await makeFolder(t);
  const peakMib = async (sizeMib: number, version: string) => {
    await writeLarge(join(folder, 'file'), sizeMib);
    const words = ['publish', '--app', 'big', '--release', version, '--target', 'linux-x86_64=file'];
    const ended = await cli.run(words, { cwd: folder, env });
    assert.equal(ended.code, 0, ended.stderr);
    return Number(/peak:(\d+)/.exec(ended.stderr)?.[1]) / 1024;
  };
  const small = await peakMib(1, '1.0.0');
  const large = await peakMib(192, '2.0.0');
  assert.ok(large - small < 40, `${small.toFixed(0)} MiB for 1 MiB, ${large.toFixed(0)} MiB for 192 MiB`);
});
