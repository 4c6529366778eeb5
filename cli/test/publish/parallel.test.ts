import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Release } from '@slipway/api';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';

const { service, cli, makeApp } = await openStage();

test('the jobs of a matrix upload in parallel, and the last publishes once all is there', async (t) => {
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
  assert.match(early.stderr, /1\.0\.0 lacks l-c\./);
  assert.equal((await upload('l-c=c')).code, 0);
  const dry = await cli.run([...words, '--dry-run', '--json'], { cwd: folder });
  const planned = dry.objects[0]?.artifacts as { target: string; path: null; alreadyThere: boolean }[];
  assert.deepEqual(
    planned.map(({ target, path, alreadyThere }) => [target, path, alreadyThere]),
    ['l-a', 'l-b', 'l-c'].map((target) => [target, null, true]),
  );
  const last = await cli.run(words, { cwd: folder });
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stderr, /on stable, 3 artifacts:\n.*\n {2}l-a .* \(already there\)\n/);
  const { releases } = await service.client.listReleases('matrix');
  assert.deepEqual(
    releases.map(({ state, artifacts }) => [state, artifacts.length]),
    [['published', 3]],
  );
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
  assert.match(required.stderr, /1\.0\.0 lacks l-b\. Not all of l-b has arrived/);
  const dry = await cli.run([...words, '--require', 'l-a,l-b', '--dry-run'], { cwd: folder });
  assert.deepEqual([dry.code, dry.stderr], [required.code, required.stderr], 'a dry run says the same');
  const unrequired = await cli.run(words, { cwd: folder });
  assert.equal(unrequired.code, 3);
  assert.match(unrequired.stderr, /\nNot all of l-b has arrived: .* run that job again\./);
  assert.doesNotMatch(unrequired.stderr, /it uploads what is missing/);
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
  assert.deepEqual(uploads.map(({ target, kept }) => [target, kept]).sort(), [
    ['l-a', true],
    ['l-b', false],
  ]);
  const release = second.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.equal(release.notes, 'new');
});
