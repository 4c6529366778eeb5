import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { makeFolder, writeFiles } from '../folder.ts';
import { fetch, openStage } from '../stage.ts';
import { serveOldPlace } from './old-place.ts';

/* Feeds with signatures but no hashes: Tauri's latest.json and Sparkle's appcast. */

const { service, cli, makeApp } = await openStage();
const tauri = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'tauri');
const run = promisify(execFile);

const artifactsOf = async (slug: string) => {
  const { releases } = await service.client.listReleases(slug);
  return releases.map(({ version, artifacts }) => [version, artifacts.map(({ target }) => target).sort()]);
};

/** Signs files with Tauri's own signer. */
const signAll = async (folder: string, names: string[]) => {
  const key = join(folder, 'tauri.key');
  await run(tauri, ['signer', 'generate', '--ci', '-f', '-w', key, '-p', '']);
  const signatures: Record<string, string> = {};
  for (const name of names) {
    await run(tauri, ['signer', 'sign', '-f', key, '-p', '', join(folder, name)]);
    signatures[name] = await readFile(join(folder, `${name}.sig`), 'utf8');
  }
  return { signatures, publicKey: await readFile(`${key}.pub`, 'utf8') };
};

test('a latest.json is imported only with files whose signatures are valid', async (t) => {
  await makeApp('tauri', 'tauri');
  const names = [
    'Acme_1.1.0_amd64.AppImage',
    'Acme.app.tar.gz',
    'Acme_1.1.0_x64-setup.exe',
    'Acme_1.0.0_amd64.AppImage',
  ];
  const folder = await makeFolder(t, Object.fromEntries(names.map((name) => [name, `bytes of ${name}`])));
  const { signatures, publicKey } = await signAll(folder, names);
  const old = 'https://old.example.com/app/1.1.0';
  const platform = (name: string) => ({ url: `${old}/${name}`, signature: signatures[name] });
  const feed = {
    version: '1.1.0',
    notes: 'News',
    pub_date: '2025-05-05T05:05:05Z',
    platforms: {
      'linux-x86_64': platform('Acme_1.1.0_amd64.AppImage'),
      'linux-x86_64-appimage': platform('Acme_1.1.0_amd64.AppImage'),
      'darwin-aarch64': platform('Acme.app.tar.gz'),
      'windows-x86_64': platform('Acme_1.1.0_x64-setup.exe'),
      'windows-i686': { url: `${old}/Unsigned.exe` },
      'amiga-m68k': platform('Acme.app.tar.gz'),
    },
  };
  await writeFiles(folder, {
    'latest.json': JSON.stringify(feed),
    'Acme_1.1.0_x64-setup.exe': 'changed since it was signed',
    'Unsigned.exe': 'unsigned',
  });
  const words = ['import', folder, '--app', 'tauri'];
  const keyless = await cli.run(words);
  assert.equal(keyless.code, 2);
  assert.match(keyless.stderr, /no public key to verify them/);
  const otherSigner = await signAll(await makeFolder(t), []);
  const other = await cli.run([...words, '--public-key', otherSigner.publicKey, '--json']);
  assert.deepEqual([other.code, other.objects.at(-1)?.code], [1, 'nothing-to-import']);
  assert.deepEqual(await artifactsOf('tauri'), []);
  const ended = await cli.run([...words, '--public-key', publicKey, '--all']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stderr,
    /skipped: Acme_1\.1\.0_x64-setup\.exe of 1\.1\.0 \(its signature does not match the file\)/,
  );
  assert.match(
    ended.stderr,
    /skipped: Unsigned\.exe of 1\.1\.0 \(its feed has neither a hash nor a signature/,
  );
  assert.match(ended.stderr, /skipped: amiga-m68k of 1\.1\.0/);
  assert.match(
    ended.stdout,
    /Tauri .*\/releases\/stable\/\{\{target\}\}\/\{\{arch\}\}\/\{\{current_version\}\}/,
  );
  assert.deepEqual(await artifactsOf('tauri'), [
    ['1.1.0', ['darwin-aarch64', 'linux-appimage-x86_64', 'linux-x86_64']],
    ['1.0.0', ['linux-x86_64']],
  ]);
  const [release] = (await service.client.listReleases('tauri')).releases;
  assert.deepEqual([release?.notes, release?.pubDate], ['News', '2025-05-05T05:05:05.000Z']);
  // Finds the key of the project in this folder, and does not fetch existing files again.
  await writeFiles(folder, {
    'src-tauri/tauri.conf.json': JSON.stringify({ plugins: { updater: { pubkey: publicKey } } }),
  });
  const again = await cli.run([...words, '--json'], { cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual(again.objects.find(({ event }) => event === 'imported')?.passedOver, ['1.1.0']);
});

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sparkleKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const edSign = (bytes: string) => sign(null, Buffer.from(bytes), privateKey).toString('base64');

const item = (
  version: string,
  build: string,
  more: { bytes: string; signature?: string; extra?: string },
) => `
  <item>
    <title>${version}</title>
    <pubDate>Sat, 0${build} Feb 2025 10:00:00 +0000</pubDate>
    <sparkle:version>${build}</sparkle:version>
    <sparkle:shortVersionString>${version}</sparkle:shortVersionString>
    <sparkle:minimumSystemVersion>12.0</sparkle:minimumSystemVersion>
    <description><![CDATA[<p>News of ${version}</p>]]></description>
    <enclosure url="Acme-${version}.dmg" length="${more.bytes.length}" type="application/octet-stream"
      sparkle:edSignature="${more.signature ?? edSign(more.bytes)}"/>
    ${more.extra ?? ''}
  </item>`;

test('every version of an appcast is imported, oldest first, with its deltas', async (t) => {
  const { app } = await makeApp('sparkle');
  const delta = `<sparkle:deltas><enclosure url="Acme2-1.delta" sparkle:deltaFrom="1" length="5"
    type="application/octet-stream" sparkle:edSignature="${edSign('delta')}"/></sparkle:deltas>`;
  const appcast = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel><title>Acme</title>
${item('1.2.0', '3', { bytes: 'three', signature: edSign('other bytes') })}
${item('1.1.0', '2', { bytes: 'twotwo', extra: delta })}
${item('1.0.0', '1', { bytes: 'one' })}
</channel></rss>`;
  const { url } = await serveOldPlace(t, {
    'appcast.xml': appcast,
    'Acme-1.0.0.dmg': 'one',
    'Acme-1.1.0.dmg': 'twotwo',
    'Acme-1.2.0.dmg': 'three',
    'Acme2-1.delta': 'delta',
  });
  const ended = await cli.run(['import', url, '--app', 'sparkle', '--public-key', sparkleKey]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /no file of 1\.2\.0 could be imported/);
  assert.match(ended.stdout, /SUFeedURL .*\/feeds\/sparkle\/stable\/darwin\/appcast\.xml/);
  assert.deepEqual(await artifactsOf('sparkle'), [
    ['1.1.0', ['darwin-universal', 'darwin-universal.delta-1']],
    ['1.0.0', ['darwin-universal']],
  ]);
  const [newest] = (await service.client.listReleases('sparkle')).releases;
  const main = newest?.artifacts.find(({ companionOf }) => companionOf === undefined);
  assert.deepEqual(
    [newest?.notes, newest?.pubDate, main?.build, main?.minimumSystem, main?.signature],
    ['<p>News of 1.1.0</p>', '2025-02-02T10:00:00.000Z', '2', '12.0', edSign('twotwo')],
  );
  const answer = await fetch(`${app.publicUrl}/feeds/sparkle/stable/darwin/appcast.xml`, {
    method: 'GET',
    headers: {},
  });
  const document = await answer.text();
  for (const text of ['<sparkle:version>2<', 'sparkle:deltaFrom="1"', edSign('twotwo'), edSign('delta')])
    assert.ok(document.includes(text), document);
  const again = await cli.run(['import', url, '--app', 'sparkle', '--public-key', sparkleKey, '--json']);
  assert.deepEqual(again.objects.find(({ event }) => event === 'imported')?.passedOver, ['1.0.0', '1.1.0']);
});
