import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Release } from '@slipway/api';
import { makeFolder } from '../folder.ts';
import { openAcmeStage, publish } from './stage.ts';

/* Tests files that change and signals that arrive during an upload. */

const { service, cli, proxy } = await openAcmeStage();

test('a file that changes between hash and upload is never published', async (t) => {
  const folder = await makeFolder(t, { a: randomBytes(300_000), b: randomBytes(100_000) });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 200_000 }));
  let changed = false;
  const ended = await cli.run(publish('1.3.0', ['l-a=a', 'l-b=b'], ['--parallel', '1', '--json']), {
    cwd: folder,
    watch: (text) => {
      if (changed || !text.includes('"uploading"')) return;
      changed = true;
      // The second file is hashed and waits while the first one uses the slow connection.
      void open(join(folder, 'b'), 'r+').then(async (file) => {
        await file.write(Buffer.from('other bytes'), 0, 11, 0);
        await file.close();
      });
    },
  });
  assert.equal(ended.code, 1, ended.stdout);
  assert.equal(ended.objects.at(-1)?.code, 'file-changed');
  const { releases } = await service.client.listReleases('acme', { state: 'published' });
  assert.equal(
    releases.some(({ version }) => version === '1.3.0'),
    false,
  );
});

test('a file that is still growing is not published', async (t) => {
  const folder = await makeFolder(t, { a: 'x' });
  proxy.behave(() => ({ kind: 'pass' }));
  const first = await cli.run(publish('1.4.0', ['l-a=a']).with(0, 'upload'), { cwd: folder });
  assert.equal(first.code, 0, first.stderr);
  await appendFile(join(folder, 'a'), 'y');
  const second = await cli.run(publish('1.4.0', ['l-a=a'], ['--json']), { cwd: folder });
  assert.equal(second.code, 0);
  const release = second.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.equal(release.artifacts[0]?.size, 2, 'declared anew, with what is there now');
});

test('a signal during an upload leaves a draft, and says how to continue', async (t) => {
  const folder = await makeFolder(t, { a: 'a', b: randomBytes(2_000_000) });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 100_000 }));
  const words = publish('1.5.0', ['l-a=a', 'l-b=b'], ['--parallel', '1', '--json']);
  let printed = '';
  const stopped = await cli.run(words, {
    cwd: folder,
    watch: (text, kill) => {
      printed += text;
      const isFirstDone = /"event":"uploaded"[^\n]*"target":"l-a"/.test(printed);
      if (isFirstDone && printed.includes('"uploading","target":"l-b"'))
        setTimeout(() => kill('SIGINT'), 300);
    },
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.match(
    stopped.stderr,
    /Interrupted\.\nDraft 1\.5\.0 .* Run the same command again to continue: slipway publish --app acme/,
  );
  proxy.behave(() => ({ kind: 'pass' }));
  const again = await cli.run(words, { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  const uploads = again.objects
    .filter(({ event }) => event === 'uploaded')
    .map((one) => [one.target, one.kept]);
  assert.deepEqual(uploads.sort(), [
    ['l-a', true],
    ['l-b', false],
  ]);
});
