import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createSigner } from '../../lab/signer.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { openStage } from './stage.ts';

/* Signatures are verified before the upload, with the app's keys or the build's own key. */

const { service, cli } = await openStage();
const run = promisify(execFile);
const tauri = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tauri');

const makeKey = async (folder: string, name: string): Promise<string> => {
  await run(tauri, ['signer', 'generate', '--ci', '-f', '-w', join(folder, name), '-p', '']);
  return (await readFile(join(folder, `${name}.pub`), 'utf8')).trim();
};

const signWith = (folder: string, key: string, version: string) =>
  run(tauri, [
    'signer',
    'sign',
    '-f',
    join(folder, key),
    '-p',
    '',
    '--app-version',
    version,
    join(folder, 'a.AppImage'),
  ]);

/** A Tauri project with one file, signed by its own key. */
const makeProject = async (t: TestContext, app: string) => {
  await service.client.createApp({ slug: app });
  const folder = await makeFolder(t, { 'a.AppImage': 'the build' });
  const pubkey = await makeKey(folder, 'own.key');
  await writeFiles(folder, {
    'src-tauri/tauri.conf.json': JSON.stringify({ version: '1.0.0', plugins: { updater: { pubkey } } }),
  });
  await signWith(folder, 'own.key', '1.0.0');
  const words = ['publish', '--app', app, '--yes', '--target', 'linux-x86_64=a.AppImage'];
  const publish = (...more: string[]) => cli.run([...words, ...more], { cwd: folder });
  const keys = (...more: string[]) => cli.run(['signing-keys', ...more, '--app', app], { cwd: folder });
  return { folder, pubkey, publish, keys };
};

const releasesOf = async (app: string) => (await service.client.listReleases(app)).releases;

test('if the app has no keys, a build is verified with the key that it trusts', async (t) => {
  const { folder, publish } = await makeProject(t, 'own');
  const good = await publish('--dry-run', '--strict');
  assert.equal(good.code, 0, good.stderr);
  await makeKey(folder, 'other.key');
  await signWith(folder, 'other.key', '1.0.0');
  const foreign = await publish('--strict');
  assert.equal(foreign.code, 1);
  assert.match(
    foreign.stderr,
    /signed with [0-9A-F]{16}, but the build trusts [0-9A-F]{16} \(src-tauri\/tauri\.conf\.json\).*\[signature-key-unknown\]/,
  );
  await signWith(folder, 'own.key', '1.0.0');
  await writeFile(join(folder, 'a.AppImage'), 'built again');
  const stale = await publish('--strict');
  assert.match(
    stale.stderr,
    /the file changed after signing.*\[signature-mismatch\]\nNothing was uploaded\./,
  );
  assert.deepEqual(await releasesOf('own'), []);
  const warned = await publish();
  assert.equal(warned.code, 0, 'a pipeline from before goes on');
  assert.match(warned.stderr, /\[signature-mismatch\]/);
});

test('with policy require, a signature of other bytes is rejected, and --allow does not help', async (t) => {
  const { folder, publish, keys } = await makeProject(t, 'strict');
  const added = await keys('add', 'src-tauri/tauri.conf.json', '--signatures', 'require');
  assert.equal(added.code, 0, added.stderr);
  await writeFile(join(folder, 'a.AppImage'), 'built again');
  const ended = await publish('--allow', 'all');
  assert.equal(ended.code, 3);
  assert.match(ended.stderr, /\[signature-mismatch\]\nNothing was uploaded\./);
  assert.deepEqual(await releasesOf('strict'), []);
  await signWith(folder, 'own.key', '1.0.0');
  const good = await publish();
  assert.equal(good.code, 0, good.stderr);
  const view = await cli.run(['releases', 'show', '1.0.0', '--app', 'strict']);
  assert.match(view.stdout, /linux-x86_64 .* by [0-9A-F]{16} /);
});

test('a build that trusts a key unknown to the app is reported as a bridge', async (t) => {
  const { folder, publish, keys } = await makeProject(t, 'bridge');
  assert.equal((await keys('add', 'own.key.pub')).code, 0);
  const next = await makeKey(folder, 'next.key');
  const config = { version: '1.0.0', plugins: { updater: { pubkey: next } } };
  await writeFiles(folder, { 'src-tauri/tauri.conf.json': JSON.stringify(config) });
  const dryRun = await publish('--dry-run');
  assert.equal(dryRun.code, 0, dryRun.stderr);
  const command = /`slipway (signing-keys add .*)`\. \[pubkey-unknown\]/.exec(dryRun.stderr)?.[1];
  assert.equal(command, 'signing-keys add src-tauri/tauri.conf.json --from-version 1.0.0');
  const added = await cli.run([...(command ?? '').split(' '), '--app', 'bridge'], { cwd: folder });
  assert.match(added.stdout, /trusted from 1\.0\.0/);
  assert.doesNotMatch((await publish('--dry-run')).stderr, /pubkey-unknown/);
  const listed = await keys('list');
  assert.match(listed.stdout, /all versions +active\n.* 1\.0\.0 +active/);
});

test('keys are added once, listed and retired; a private key is never sent', async (t) => {
  const { folder, keys } = await makeProject(t, 'keys');
  assert.match((await keys('list')).stdout, /No signing keys yet/);
  const secret = await keys('add', 'own.key');
  assert.equal(secret.code, 2);
  assert.match(secret.stderr, /This is a private key\. It was not sent\..*\.pub file/s);
  assert.match((await keys('add', 'nonsense')).stderr, /not a valid public key/);
  assert.match((await keys('add', '@nowhere.pub')).stderr, /File .* not found/);
  assert.match((await keys('add', 'nowhere.pub')).stderr, /File .*nowhere\.pub not found/);
  const { publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const bare = Buffer.from(x, 'base64url').toString('base64');
  const added = await keys('add', bare, '--name', 'sparkle', '--json');
  const { signingKey } = JSON.parse(added.stdout) as { signingKey: { id: string; kind: string } };
  assert.equal(signingKey.kind, 'ed25519');
  await writeFiles(folder, {
    'Info.plist': `<plist><dict>\n<key>SUPublicEDKey</key>\n<string>${bare}</string></dict></plist>`,
  });
  const again = await keys('add', 'Info.plist');
  assert.equal(again.code, 3, 'it is the same key');
  assert.match(again.stderr, /already/);
  const retired = await keys('retire', signingKey.id, '--yes');
  assert.equal(retired.code, 0, retired.stderr);
  assert.match((await keys('list')).stdout, /sparkle .*retired \d/);
  assert.equal(await readFile(join(folder, 'own.key'), 'utf8').then((text) => text.length > 0), true);
});

test('a bare Sparkle signature is verified against the bytes', async (t) => {
  const { folder, keys, publish } = await makeProject(t, 'bare');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  assert.equal((await keys('add', Buffer.from(x, 'base64url').toString('base64'))).code, 0);
  const signatureOf = (bytes: string) => sign(null, Buffer.from(bytes), privateKey).toString('base64');
  const wrong = await publish('--dry-run', '--strict', '--signature', signatureOf('other bytes'));
  assert.match(wrong.stderr, /changed after signing, or the key is unknown.*\[signature-mismatch\]/);
  await writeFiles(folder, { 'src-tauri/tauri.conf.json': JSON.stringify({ version: '1.0.0' }) });
  const right = await publish('--dry-run', '--signature', signatureOf('the build'));
  assert.doesNotMatch(right.stderr, /\[signature-mismatch\]/);
});

test('init registers the key of tauri.conf.json, once', async (t) => {
  const { folder } = await makeProject(t, 'begun');
  const words = ['init', '--app', 'begun', '--yes', '--no-ci-key', '--json'];
  const first = await cli.run(words, { cwd: folder });
  assert.equal(first.code, 0, first.stderr);
  const { signingKeys } = await service.client.listSigningKeys('begun');
  assert.deepEqual(
    signingKeys.map(({ id }) => id),
    [JSON.parse(first.stdout).signingKey],
  );
  const second = await cli.run(words, { cwd: folder });
  assert.equal(JSON.parse(second.stdout).signingKey, null);
  assert.equal((await service.client.listSigningKeys('begun')).signingKeys.length, 1);
  assert.equal((await service.client.getApp('begun')).app.signatures, 'require', '--yes agrees to it');
});

test('the rules for signatures are changed and shown', async (t) => {
  const { keys } = await makeProject(t, 'rules');
  const change = (...more: string[]) => cli.run(['apps', 'change', 'rules', ...more]);
  const early = await change('--signatures', 'require');
  assert.equal(early.code, 3, 'nothing could be published');
  assert.equal((await keys('add', 'own.key.pub')).code, 0);
  assert.match((await change('--signatures', 'require')).stdout, /signatures +require\n/);
  assert.match(
    (await change('--signed-version', 'require')).stdout,
    /signatures +require, with the version signed/,
  );
  assert.match((await change('--signatures', 'maybe')).stderr, /Allowed choices are off, warn, require/);
});

test('a minisign signature is found next to the file, or given by name', async (t) => {
  await service.client.createApp({ slug: 'mini', adapter: 'rest' });
  const signer = createSigner();
  const text = signer.signText(Buffer.from('the build'), { version: '1.0.0' });
  const folder = await makeFolder(t, {
    ...{ 'mini.pub': signer.publicKey.text, 'a.bin': 'the build', 'a.bin.minisig': text },
    ...{ 'b.bin': 'the build', 'elsewhere.minisig': text },
  });
  const run = (...words: string[]) => cli.run([...words, '--app', 'mini'], { cwd: folder });
  assert.equal((await run('signing-keys', 'add', 'mini.pub', '--signatures', 'require')).code, 0);
  const publish = ['publish', '--yes', '--release', '1.0.0', '--dry-run', '--target'];
  const beside = await run(...publish, 'linux-x86_64=a.bin');
  assert.equal(beside.code, 0, beside.stderr);
  const named = await run(...publish, 'linux-x86_64=b.bin', '--signature', '@elsewhere.minisig');
  assert.equal(named.code, 0, named.stderr);
  const lost = await run(...publish, 'linux-x86_64=b.bin', '--signature', '@nowhere.minisig');
  assert.match(lost.stderr, /--signature @nowhere\.minisig: .* does not exist/);
});

test('a release with an invalid signature is shown as not verified', async (t) => {
  const { folder, keys, publish } = await makeProject(t, 'shown');
  assert.equal((await keys('add', 'own.key.pub')).code, 0);
  await writeFile(join(folder, 'a.AppImage'), 'built again');
  assert.equal((await publish()).code, 1, 'clients would refuse it');
  assert.equal((await publish('--allow', 'signature-mismatch')).code, 0, 'the app only warns');
  const view = await cli.run(['releases', 'show', '1.0.0', '--app', 'shown']);
  assert.match(view.stdout, /linux-x86_64 .* not verified by any app key /);
  assert.match(view.stderr, /changed after signing.*\[signature-mismatch\]/);
});
