import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Release } from '@slipway/api';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';

const { service, cli, makeApp } = await openStage();

test('matrix jobs upload in parallel, and the last one publishes when all files are there', async (t) => {
  await makeApp('matrix');
  const folder = await makeFolder(t, { a: 'a', b: 'b', c: 'c' });
  const upload = (target: string) =>
    cli.run(['upload', '--app', 'matrix', '--release', '1.0.0', '--target', target], { cwd: folder });
  const words = [
    'publish',
    '--app',
    'matrix',
    '--release',
    '1.0.0',
    '--require',
    'l-a,l-b',
    '--require',
    'l-c',
  ];
  const nothing = await cli.run(words, { cwd: folder });
  assert.equal(nothing.code, 2, 'there is no draft yet');
  const jobs = await Promise.all(['l-a=a', 'l-b=b'].map(upload));
  assert.deepEqual(
    jobs.map(({ code }) => code),
    [0, 0],
    jobs.map(({ stderr }) => stderr).join(),
  );
  const early = await cli.run(words, { cwd: folder });
  assert.equal(early.code, 1);
  assert.match(early.stderr, /1\.0\.0 is missing l-c\./);
  assert.equal((await upload('l-c=c')).code, 0);
  const dry = await cli.run([...words, '--dry-run', '--json'], { cwd: folder });
  const planned = dry.objects[0]?.artifacts as { target: string; path: null; alreadyThere: boolean }[];
  assert.deepEqual(
    planned.map(({ target, path, alreadyThere }) => [target, path, alreadyThere]),
    ['l-a', 'l-b', 'l-c'].map((target) => [target, null, true]),
  );
  const last = await cli.run(words, { cwd: folder });
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stderr, /on stable, 3 files:\n.*\n {2}l-a .* \(already uploaded\)\n/);
  const { releases } = await service.client.listReleases('matrix');
  assert.deepEqual(
    releases.map(({ state, artifacts }) => [state, artifacts.length]),
    [['published', 3]],
  );
});

test('the last job of a matrix can be run again after it has published', async (t) => {
  await makeApp('rerun');
  const folder = await makeFolder(t, { a: 'a', b: 'b' });
  const words = (release: string) => ['--app', 'rerun', '--release', release];
  const uploadAndPublish = async (release: string) => {
    await cli.run(['upload', ...words(release), '--target', 'l-a=a', '--target', 'l-b=b'], { cwd: folder });
    return await cli.run(['publish', ...words(release), '--require', 'l-a,l-b', '--yes'], { cwd: folder });
  };
  const publishAgain = (release: string, ...more: string[]) =>
    cli.run(['publish', ...words(release), '--require', 'l-a,l-b', '--yes', ...more], { cwd: folder });
  assert.equal((await uploadAndPublish('1.0.0')).code, 0);
  const again = await publishAgain('1.0.0');
  assert.equal(again.code, 0, again.stderr);
  assert.match(
    again.stdout,
    /^rerun 1\.0\.0 is already published on stable \(rel_\w+\)\.\n.*\n.*\n.* offers 1\.0\.0/,
  );
  const asObjects = await publishAgain('1.0.0', '--json');
  assert.deepEqual(
    asObjects.objects.map(({ event }) => event),
    ['plan', 'draft', 'published', 'offered'],
  );
  const lacking = await publishAgain('1.0.0', '--require', 'l-c');
  assert.deepEqual([lacking.code, /1\.0\.0 is missing l-c\./.test(lacking.stderr)], [1, true]);
  assert.equal((await uploadAndPublish('1.1.0')).code, 0);
  const older = await publishAgain('1.0.0');
  assert.equal(older.code, 0, older.stderr);
  assert.match(older.stdout, /is already published.*\n.*1\.1\.0 was published later/);
});

test('a target that is declared but not uploaded counts as missing', async (t) => {
  await makeApp('declared');
  const folder = await makeFolder(t, { a: 'a' });
  await service.client.createRelease('declared', { version: '1.0.0' });
  const sha256 = createHash('sha256').update('b').digest('hex');
  await service.client.presignArtifact('declared', {
    version: '1.0.0',
    target: 'l-b',
    format: '.x',
    size: 1,
    sha256,
  });
  const words = ['publish', '--app', 'declared', '--release', '1.0.0', '--target', 'l-a=a'];
  const required = await cli.run([...words, '--require', 'l-a,l-b'], { cwd: folder });
  assert.equal(required.code, 1);
  assert.match(required.stderr, /1\.0\.0 is missing l-b\. Upload of l-b is incomplete/);
  const dry = await cli.run([...words, '--require', 'l-a,l-b', '--dry-run'], { cwd: folder });
  assert.deepEqual([dry.code, dry.stderr], [required.code, required.stderr], 'a dry run says the same');
  const unrequired = await cli.run(words, { cwd: folder });
  assert.equal(unrequired.code, 3);
  assert.match(unrequired.stderr, /\nUpload of l-b is incomplete\. .* run that job again\./);
  assert.doesNotMatch(unrequired.stderr, /uploads only what is missing/);
});

test('a draft left by an earlier run is continued, with its new notes', async (t) => {
  await makeApp('drafted');
  const folder = await makeFolder(t, { a: 'a', b: 'b' });
  const words = ['--app', 'drafted', '--release', '1.0.0', '--json'];
  const first = await cli.run(['upload', ...words, '--target', 'l-a=a', '--notes', 'old'], { cwd: folder });
  assert.deepEqual(first.objects.at(-1)?.event, 'done');
  await rm(join(folder, 'b'));
  await writeFile(join(folder, 'b'), 'bb');
  const second = await cli.run(
    ['publish', ...words, '--target', 'l-a=a', '--target', 'l-b=b', '--notes', 'new'],
    { cwd: folder },
  );
  assert.equal(second.code, 0, second.stderr);
  const uploads = second.objects.filter(({ event }) => event === 'uploaded');
  assert.deepEqual(uploads.map(({ target, kept: isKept }) => [target, isKept]).sort(), [
    ['l-a', true],
    ['l-b', false],
  ]);
  const release = second.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.equal(release.notes, 'new');
});
