import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { parseAppcast } from '../../src/formats/appcast.ts';
import { forgeBuild } from '../discover/forge-build.ts';
import { signature, sparkleBuild } from '../discover/sparkle-build.ts';
import { velopackBuild } from '../discover/velopack-build.ts';
import { makeFolder } from '../folder.ts';
import { fetch, openStage } from '../stage.ts';
import { startInterceptor } from '../stand-before.ts';

/* Publishes each build tool's folder and checks that its clients get the fields they need. */

const { service, cli, makeApp } = await openStage();

const releaseOf = async (app: string) => {
  const { releases } = await service.client.listReleases(app);
  const [{ id } = { id: '' }] = releases;
  return (await service.client.getRelease(app, id)).release;
};

/** The response of the app's public host. */
const readPublic = async (slug: string, path: string): Promise<string> => {
  const { publicUrl } = (await service.client.getApp(slug)).app;
  const answer = await fetch(`${publicUrl}${path}`, { method: 'GET', headers: {} });
  assert.equal(answer.status, 200, path);
  return await answer.text();
};

test('Velopack output is published with SHA-1, names and deltas; a rerun changes nothing', async (t) => {
  await makeApp('velo');
  const folder = await makeFolder(t, velopackBuild(['1.0.0', '1.1.0']));
  const words = ['publish', '--app', 'velo', '--yes'];
  const first = await cli.run(words, { cwd: folder });
  assert.equal(first.code, 0, first.stderr);
  const release = await releaseOf('velo');
  assert.deepEqual([release.version, release.notes], ['1.1.0', 'notes of 1.1.0']);
  const bytes = await readFile(join(folder, 'Releases/Acme-1.1.0-delta.nupkg'));
  const delta = release.artifacts.find(({ target }) => target === 'windows-x86_64.delta');
  assert.deepEqual(
    [delta?.companionOf, delta?.deltaFrom, delta?.fileName, delta?.sha1],
    ['windows-x86_64', '1.0.0', 'Acme-1.1.0-delta.nupkg', createHash('sha1').update(bytes).digest('hex')],
  );
  const second = await cli.run(words, { cwd: folder });
  assert.equal(second.code, 0, second.stderr);
  const feed = await readPublic('velo', '/feeds/velopack/stable/releases.win-x64.json');
  assert.deepEqual(
    JSON.parse(feed).Assets.map((one: { FileName: string; PackageId: string }) => [
      one.FileName,
      one.PackageId,
    ]),
    [['Acme-1.1.0-full.nupkg', 'Acme']],
  );
});

test('a package whose bytes differ from its list is a stale build', async (t) => {
  await makeApp('velo-stale');
  const folder = await makeFolder(t, velopackBuild(['1.0.0']));
  const path = join(folder, 'Releases/Acme-1.0.0-full.nupkg');
  const bytes = await readFile(path);
  bytes[bytes.length - 1] = 1;
  await writeFile(path, bytes);
  const ended = await cli.run(['publish', '--app', 'velo-stale', '--yes'], { cwd: folder });
  assert.equal(ended.code, 1);
  assert.match(
    ended.stderr,
    /The SHA-256 of \S*Acme-1\.0\.0-full\.nupkg differs from \S*releases\.win\.json\./,
  );
});

test('Forge output is published with SHA-1, names and deltas', async (t) => {
  await makeApp('forged');
  const folder = await makeFolder(t, forgeBuild);
  const ended = await cli.run(['publish', '--app', 'forged', '--yes'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const { artifacts } = await releaseOf('forged');
  const nupkg = artifacts.find(({ target }) => target === 'windows-x86_64');
  assert.deepEqual(
    [nupkg?.fileName, nupkg?.sha1],
    ['acme-1.1.0-full.nupkg', createHash('sha1').update('full of 1.1.0').digest('hex')],
  );
  assert.deepEqual(
    artifacts.filter(({ companionOf }) => companionOf !== undefined).map(({ target }) => target),
    ['windows-x86_64.delta'],
  );
  const list = await readPublic('forged', '/feeds/squirrel/stable/win32-x64/1.0.0/RELEASES');
  assert.match(list, new RegExp(`^${nupkg?.sha1} \\S+/acme-1\\.1\\.0-full\\.nupkg 13`, 'i'));
  const mac = JSON.parse(await readPublic('forged', '/feeds/squirrel/stable/darwin-arm64/1.0.0'));
  assert.match(mac.url, /Acme-darwin-arm64-1\.1\.0\.zip$/);
});

test('a disk image for a Tauri app is rejected with the reason, and what to publish instead', async (t) => {
  await makeApp('imaged', 'tauri');
  const folder = await makeFolder(t, { 'Acme.dmg': 'image' });
  const words = ['publish', '--app', 'imaged', '--release', '1.0.0', '--target', 'darwin-aarch64=Acme.dmg'];
  const ended = await cli.run(words, { cwd: folder });
  assert.equal(ended.code, 1);
  assert.match(
    ended.stderr,
    /The updater can’t install Acme\.dmg\. Publish the \.app\.tar\.gz .*\[signature-missing\]/,
  );
  assert.doesNotMatch(ended.stderr, /createUpdaterArtifacts/);
});

test('a single package has its own SHA-1', async (t) => {
  await makeApp('given');
  const folder = await makeFolder(t, { 'a-1.0.0-full.nupkg': 'bytes' });
  const words = ['publish', '--app', 'given', '--release', '1.0.0', '--yes'];
  const ended = await cli.run([...words, '--target', 'windows-x86_64=a-1.0.0-full.nupkg'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const { artifacts } = await releaseOf('given');
  assert.equal(artifacts[0]?.sha1, createHash('sha1').update('bytes').digest('hex'));
});

test('Sparkle output is published with signatures, build and deltas, without missed targets', async (t) => {
  await makeApp('sparkle');
  const folder = await makeFolder(t, sparkleBuild);
  const ended = await cli.run(['publish', 'updates', '--app', 'sparkle', '--yes'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const { version, artifacts } = await releaseOf('sparkle');
  assert.equal(version, '1.10');
  assert.deepEqual(
    artifacts.map((one) => [one.target, one.signature, one.build, one.deltaFrom, one.minimumSystem]),
    [
      ['darwin-universal', signature, '210', undefined, '13.0'],
      ['darwin-universal.delta-110', signature, undefined, '110', undefined],
    ],
  );
  assert.doesNotMatch(ended.stderr, /clients that follow the documentation/);
  const [item] = await parseAppcast(await readPublic('sparkle', '/feeds/sparkle/stable/darwin/appcast.xml'));
  assert.deepEqual(
    [item?.version, item?.build, item?.files[0]?.signature, item?.files[0]?.fileName, item?.deltas[0]?.from],
    ['1.10', '210', signature, 'Acme-1.10.dmg', '110'],
  );
});

/** Simulates an older server, which rejects unknown fields or has no review. */
const before = (hasReview: boolean) => (url: string, body: string) => {
  if (!hasReview && url.endsWith('/review'))
    return { status: 404, code: 'not-found', detail: 'There is nothing at this address.' };
  const [unknown] = /"(?:fileName|sha1|sha512|companionOf|deltaFrom)"/.exec(body) ?? [];
  if (unknown === undefined) return undefined;
  const detail = `${unknown} is not a field of this request.`;
  return {
    status: 400,
    code: 'invalid-fields',
    detail: 'The request has invalid fields.',
    errors: [{ pointer: `/${unknown.slice(1, -1)}`, code: 'unknown-field', detail }],
  };
};

for (const hasReview of [true, false]) {
  test(`an older server ${hasReview ? 'that reviews' : 'without reviews'} gets what it supports, with a warning`, async (t) => {
    const slug = `older-${hasReview}`;
    await makeApp(slug);
    const { url, requests } = await startInterceptor(t, service.url, before(hasReview));
    const folder = await makeFolder(t, velopackBuild(['1.0.0', '1.1.0']));
    const env = { SLIPWAY_URL: url };
    const ended = await cli.run(['publish', '--app', slug, '--yes', '--no-verify'], { cwd: folder, env });
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /this server is older than the CLI and has no feeds/);
    const { artifacts } = await releaseOf(slug);
    assert.deepEqual(artifacts.map(({ target }) => target).sort(), [
      'windows-portable-x86_64',
      'windows-setup-x86_64',
      'windows-x86_64',
    ]);
    assert.ok(requests.some((line) => line.includes('/presign')));
  });
}
