import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openProxiedStage } from '../stage.ts';

/* Tests bars, questions, colors, and Ctrl-C in a terminal. */

/* Files are larger than the kernel's buffers, so that progress is visible. */

const enter = '\r';
const down = '\u001b[B';
const controlC = '\u0003';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own
const color = /\u001b\[(?:[1-9]|[349]\d)(?:;\d+)*m/;

const { service, cli, proxy } = await openProxiedStage();
await service.client.createApp({ slug: 'acme', adapter: 'rest' });

test('publish prompts for unknown values, shows the plan, confirms and draws a bar per file', async (t) => {
  const folder = await makeFolder(t, {
    'Acme.app.tar.gz': randomBytes(20_000_000),
    'tool.bin': randomBytes(100_000),
  });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 8_000_000 }));
  const terminal = cli.open(['publish', 'Acme.app.tar.gz', 'tool.bin', '--app', 'acme'], { cwd: folder });
  await terminal.see(/Version of this release/);
  terminal.type(`1.0.0${enter}`);
  await terminal.see(/Architecture of Acme\.app\.tar\.gz/);
  terminal.type(`${down}${enter}`);
  await terminal.see(/Target of tool\.bin/);
  terminal.type(`linux-x86_64${enter}`);
  await terminal.see(/acme 1\.0\.0 \(entered\) on stable, 2 files:/);
  await terminal.see(/Publish 1\.0\.0 on stable\?/);
  terminal.type(enter);
  await terminal.see(/darwin-x86_64 \[=+ *\] +\d+% .*uploading/);
  await terminal.see(/total +\[=+ *\] +\d+% .*(iB|B)\/s, [\d.]+ s left/);
  await terminal.see(/darwin-x86_64 \[=+\] +100% .*uploaded in/);
  await terminal.see(/Published.* acme 1\.0\.0 on stable/);
  assert.equal(await terminal.ended, 0);
  assert.match(terminal.screen(), color);
});

test('nothing is sent after answering no', async (t) => {
  const folder = await makeFolder(t, { a: 'a' });
  const words = [
    'publish',
    '--app',
    'acme',
    '--release',
    '1.1.0',
    '--target',
    'linux-x86_64=a',
    '--allow',
    'all',
  ];
  const terminal = cli.open(words, { cwd: folder });
  await terminal.see(/Publish 1\.1\.0 on stable\?/);
  terminal.type(`n`);
  await terminal.see(/Nothing was uploaded/);
  assert.equal(await terminal.ended, 130);
  const cancelled = cli.open(words, { cwd: folder });
  await cancelled.see(/Publish 1\.1\.0 on stable\?/);
  cancelled.type(controlC);
  assert.equal(await cancelled.ended, 130);
  const { releases } = await service.client.listReleases('acme', { state: 'draft' });
  assert.deepEqual(releases, []);
});

test('Ctrl-C during an upload keeps the draft and says how to continue, which works', async (t) => {
  const folder = await makeFolder(t, { a: randomBytes(40_000_000), b: 'b' });
  proxy.behave(() => ({ kind: 'slow', bytesPerSecond: 4_000_000 }));
  const targets = ['--target', 'linux-x86_64=b', '--target', 'darwin-x86_64=a'];
  const words = ['publish', '--app', 'acme', '--release', '1.2.0', ...targets, '--yes'];
  const terminal = cli.open(words, { cwd: folder });
  await terminal.see(/linux-x86_64 +\[=+\] +100% .*uploaded/);
  await terminal.see(/darwin-x86_64 +\[=+ +\] +\d+% .*uploading/);
  terminal.type(controlC);
  await terminal.see(/Interrupted\./);
  await terminal.see(
    /Draft 1\.2\.0 and its uploads are saved\. Run the same command again to continue: slipway publish/,
  );
  assert.equal(await terminal.ended, 130);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own
  assert.match(terminal.screen(), /\u001b\[\?25h[^\u001b]*[\s\S]*Interrupted/, 'the cursor is shown again');

  proxy.behave(() => ({ kind: 'pass' }));
  const again = cli.open(words, { cwd: folder });
  await again.see(/Continuing draft 1\.2\.0/);
  await again.see(/already uploaded/);
  await again.see(/Published/);
  assert.equal(await again.ended, 0);
});

test('a destructive command shows its effects and asks for confirmation', async () => {
  const terminal = cli.open(['releases', 'withdraw', '1.0.0', '--app', 'acme']);
  await terminal.see(/Reason for withdrawing/);
  terminal.type(`crashes${enter}`);
  await terminal.see(/This withdraws acme 1\.0\.0 on stable/);
  await terminal.see(/Continue\?/);
  terminal.type('y');
  await terminal.see(/Withdrew 1\.0\.0/);
  assert.equal(await terminal.ended, 0);
  const refused = cli.open(['releases', 'withdraw', '1.2.0', '--reason', 'x', '--app', 'acme']);
  await refused.see(/Continue\?/);
  refused.type(enter);
  await refused.see(/Nothing was changed/);
  assert.equal(await refused.ended, 130, 'no is what Enter means here');
});

test('NO_COLOR disables all colors, also in prompts', async (t) => {
  const folder = await makeFolder(t, { a: 'aa' });
  const words = [
    'publish',
    '--app',
    'acme',
    '--release',
    '1.3.0',
    '--target',
    'linux-x86_64=a',
    '--allow',
    'all',
  ];
  const terminal = cli.open(words, { cwd: folder, env: { NO_COLOR: '1' } });
  await terminal.see(/Publish 1\.3\.0 on stable\?/);
  // An allowed mistake (a dropped target) still warns, so Enter alone would decline.
  terminal.type('y');
  await terminal.see(/Published acme 1\.3\.0/);
  assert.equal(await terminal.ended, 0);
  assert.doesNotMatch(terminal.screen(), color);
});

test('a terminal in a pipeline gets no prompts', async (t) => {
  const folder = await makeFolder(t, { a: 'aaa' });
  const words = [
    'publish',
    '--app',
    'acme',
    '--release',
    '1.4.0',
    '--target',
    'linux-x86_64=a',
    '--allow',
    'all',
  ];
  const terminal = cli.open(words, { cwd: folder, env: { CI: 'true' } });
  await terminal.see(/Published/);
  assert.equal(await terminal.ended, 0);
});
