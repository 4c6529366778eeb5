import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openAcmeStage, publish } from './stage.ts';

/* If the storage or the connection fails during an upload, publishing continues or says how to. */

const { cli, proxy } = await openAcmeStage();

test('full storage stops publishing, and the draft can be continued', async (t) => {
  const folder = await makeFolder(t, { a: 'a' });
  proxy.behave(() => ({ kind: 'answer', status: 507, code: 'storage-full' }));
  const full = await cli.run(publish('1.0.0', ['l-a=a']), { cwd: folder });
  assert.equal(full.code, 3);
  assert.match(
    full.stderr,
    /free disk space.*\nDraft 1\.0\.0 and its uploads are saved\. Run the same command again/,
  );
  proxy.behave(() => ({ kind: 'pass' }));
  const again = await cli.run(publish('1.0.0', ['l-a=a']), { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /Continuing draft 1\.0\.0/);
});

test('the command to continue can be pasted into a shell', async (t) => {
  const folder = await makeFolder(t, { "it's my $file": 'a' });
  proxy.behave(() => ({ kind: 'answer', status: 507, code: 'storage-full' }));
  const full = await cli.run(publish('1.0.1', ["l-a=it's my $file"]), { cwd: folder });
  proxy.behave(() => ({ kind: 'pass' }));
  const again = /continue: slipway (.*)/.exec(full.stderr)?.[1];
  assert.match(again ?? full.stderr, /--release 1\.0\.1 --target 'l-a=it'\\''s my \$file' --allow/);
});

test('an expired upload address is requested again', async (t) => {
  const folder = await makeFolder(t, { a: 'b' });
  proxy.behave((connection) =>
    connection === 1 ? { kind: 'answer', status: 403, code: 'upload-url-expired' } : { kind: 'pass' },
  );
  const ended = await cli.run(publish('1.1.0', ['l-a=a'], ['--json']), { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const retry = ended.objects.find(({ event }) => event === 'retry');
  assert.match(String(retry?.reason), /upload-url-expired/);
});

test('a broken connection is resumed where it broke', async (t) => {
  const size = 40 * 1024 * 1024;
  const folder = await makeFolder(t, { large: randomBytes(size) });
  // The single PUT breaks at 8 MiB; of the 16 MiB parts over one connection, the second breaks.
  proxy.behave((connection) => {
    if (connection === 1) return { kind: 'cut', afterBytes: 8 * 1024 * 1024 };
    return connection === 2 ? { kind: 'cut', afterBytes: 18 * 1024 * 1024 } : { kind: 'pass' };
  });
  const ended = await cli.run(publish('1.2.0', ['l-a=large'], ['--json', '--parallel', '1']), {
    cwd: folder,
  });
  assert.equal(ended.code, 0, ended.stderr);
  const { bytes } = proxy.count();
  assert.ok(bytes < size + 12 * 1024 * 1024, `${bytes} bytes went over the line`);
  assert.equal(ended.objects.filter(({ event }) => event === 'retry').length, 2);
});
