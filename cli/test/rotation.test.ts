import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createSigner, type Signer } from '../../lab/signer.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { openStage } from './stage.ts';

/* Rotates signing keys from a terminal, including the messages for wrong steps. */

const { service, cli } = await openStage();

const makeProject = async (t: TestContext, app: string) => {
  await service.client.createApp({ slug: app });
  const [old, next] = [createSigner(), createSigner()];
  const folder = await makeFolder(t, { 'old.pub': old.publicKey.text, 'next.pub': next.publicKey.text });
  const run = (...words: string[]) => cli.run([...words, '--app', app], { cwd: folder });
  const publish = async (version: string, signer: Signer, ...more: string[]) => {
    const bytes = `the bytes of ${version}`;
    const signature = signer.sign(Buffer.from(bytes), { version });
    await writeFiles(folder, { 'a.AppImage': bytes, 'a.AppImage.sig': signature });
    const target = `linux-x86_64=${join(folder, 'a.AppImage')}`;
    return await run('publish', '--yes', '--release', version, '--target', target, ...more);
  };
  const keyOf = async ({ keyId }: Signer): Promise<string> => {
    const { signingKeys } = await service.client.listSigningKeys(app);
    return signingKeys.find((key) => key.keyId === keyId)?.id ?? '';
  };
  return { old, next, run, publish, keyOf };
};

test('after a bridge release, the offer is verified as the clients that can get it', async (t) => {
  const { old, next, run, publish } = await makeProject(t, 'bridged');
  assert.equal((await run('signing-keys', 'add', 'old.pub', '--signatures', 'require')).code, 0);
  assert.equal((await publish('1.0.0', old)).code, 0);
  assert.equal((await run('signing-keys', 'add', 'next.pub', '--from-version', '1.1.0')).code, 0);
  assert.equal((await publish('1.1.0', old)).code, 0);
  const after = await publish('1.2.0', next);
  assert.equal(after.code, 0, after.stderr);
  assert.match(after.stdout, /offers 1\.2\.0 to 1\.1\.0; older clients get 1\.1\.0 first\n/);
  assert.equal((await publish('1.0.1', old, '--allow', 'older-version', '--no-verify')).code, 0);
  const later = await publish('1.3.0', next);
  assert.equal(later.code, 0, later.stderr);
  assert.match(later.stdout, /offers 1\.3\.0 to 1\.2\.0; /, 'not of the fix of an older line');
  const examined = await run('doctor');
  assert.match(examined.stdout, /ok +clients +Clients get 1\.3\.0/);
});

test('after a milestone, the offer is verified as the clients of the milestone', async (t) => {
  const { old, publish, run } = await makeProject(t, 'milestone');
  assert.equal((await publish('1.0.0', old)).code, 0);
  assert.equal((await run('releases', 'policy', '1.0.0', '--milestone', 'migrates data')).code, 0);
  const after = await publish('1.1.0', old);
  assert.equal(after.code, 0, after.stderr);
  assert.match(after.stdout, /offers 1\.1\.0 to 1\.0\.0; older clients get 1\.0\.0 first\n/);
});

test('a release that no client is offered is still reported', async (t) => {
  const { old, next, run, publish } = await makeProject(t, 'stranded');
  assert.equal((await run('signing-keys', 'add', 'old.pub')).code, 0);
  assert.equal((await publish('1.0.0', old)).code, 0);
  assert.equal((await run('signing-keys', 'add', 'next.pub', '--from-version', '1.1.0')).code, 0);
  const without = await publish('1.1.0', next);
  assert.equal(without.code, 1);
  assert.match(without.stderr, /\[signature-strands-clients\]/);
  assert.match(without.stderr, /clients don’t get it: the server offers 1\.0\.0/);
});

test('a wrong step of a key rotation is reported with a fix that works', async (t) => {
  const { old, next, run, publish, keyOf } = await makeProject(t, 'turned');
  assert.equal((await run('signing-keys', 'add', 'old.pub', '--signatures', 'require')).code, 0);
  assert.equal((await publish('1.0.0', old)).code, 0);
  const added = await run('signing-keys', 'add', 'next.pub', '--from-version', '1.1.0');
  assert.match(added.stderr, /Build it into 1\.1\.0, and sign 1\.1\.0 with the previous key/);
  const oldId = await keyOf(old);

  const early = await run('signing-keys', 'retire', oldId, '--yes');
  assert.match(early.stderr, /no published release includes [0-9A-F]{16} yet \(1\.1\.0 or newer\)/);
  const bridge = await publish('1.1.0', old);
  assert.match(bridge.stderr, /Clients on 1\.0\.0 trust no active key\. .* reactivate it/);
  assert.match(
    (await publish('1.1.0', next, '--dry-run')).stderr,
    /Reactivate [0-9A-F]{16} and sign with it/,
  );
  const back = /slipway (signing-keys change \S+ --active)/.exec(early.stdout)?.[1] ?? '';
  assert.match((await run(...back.split(' '))).stdout, new RegExp(`${oldId} .* active`));
  assert.equal((await publish('1.1.0', old)).code, 0);

  assert.equal((await publish('1.2.0', next)).code, 0);
  const again = await publish('1.3.0', old);
  assert.match(again.stderr, /Clients on 1\.2\.0 trust [0-9A-F]{16} and reject files signed with/);
  assert.doesNotMatch(again.stderr, /bridge/, 'the old key is no new one');
  assert.doesNotMatch((await run('signing-keys', 'retire', oldId, '--yes')).stderr, /no published release/);
});

test('the first version of a key can be set after it was added', async (t) => {
  const { old, next, run, publish, keyOf } = await makeProject(t, 'late');
  assert.equal((await run('signing-keys', 'add', 'old.pub')).code, 0);
  assert.equal((await publish('1.0.0', old)).code, 0);
  assert.equal((await run('signing-keys', 'add', 'next.pub')).code, 0);
  const taken = await run('signing-keys', 'add', 'next.pub', '--from-version', '1.1.0');
  assert.match(taken.stderr, /already[\s\S]*`slipway signing-keys change <id>`/);
  const id = await keyOf(next);
  const changed = await run('signing-keys', 'change', id, '--from-version', '1.1.0', '--name', 'of 2026');
  assert.match(changed.stdout, /of 2026 +1\.1\.0 +active/);
  const none = await run('signing-keys', 'change', id, '--from-version', 'none');
  assert.match(none.stdout, /all versions/);
  assert.match((await run('signing-keys', 'change', id)).stderr, /Nothing to change/);
  const unknown = await run('signing-keys', 'change', 'sig_none', '--active');
  assert.match(unknown.stderr, /no such signing key\.\nList .* `slipway signing-keys list`/);
});
