import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createSigner } from '../../../lab/signer.ts';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';

/* Every client would download and reject a file that was signed with an unknown key. */

const { service, cli } = await openStage();
const registered = createSigner();
const unknown = createSigner();
const bytes = 'the build';

/** An app with a signing key, and a signed file. */
const makeApp = async (t: TestContext, slug: string, { signer = registered, signed = bytes } = {}) => {
  await service.client.createApp({ slug, adapter: 'tauri' });
  await service.client.addSigningKey(slug, { publicKey: registered.publicKey.text });
  const signature = signer.sign(Buffer.from(signed), { version: '1.0.0' });
  const folder = await makeFolder(t, { 'a.AppImage': bytes, 'a.AppImage.sig': signature });
  const words = ['publish', '--app', slug, '--release', '1.0.0', '--target', 'linux-x86_64=a.AppImage'];
  return {
    publish: (...more: string[]) => cli.run([...words, ...more], { cwd: folder }),
    open: (...more: string[]) => cli.open([...words, ...more], { cwd: folder }),
    statesOf: async () => (await service.client.listReleases(slug)).releases.map(({ state }) => state),
  };
};

for (const policy of ['off', 'warn', 'require'] as const)
  test(`policy ${policy}: a file signed with an unknown key is rejected`, async (t) => {
    const { publish, statesOf } = await makeApp(t, `unknown-${policy}`, { signer: unknown });
    await service.client.changeApp(`unknown-${policy}`, { signatures: policy });
    const ended = await publish('--yes');
    assert.equal(ended.code, policy === 'require' ? 3 : 1, ended.stderr);
    assert.match(ended.stderr, /^ {2}linux-x86_64 +9 B +unknown key +a\.AppImage$/m);
    assert.match(ended.stderr, /\[signature-key-unknown\]\nNothing was uploaded\./);
    assert.equal(ended.stderr.match(/\[signature-key-unknown\]/g)?.length, 1, 'told once');
    assert.deepEqual(await statesOf(), []);
    const allowed = await publish('--yes', '--allow', 'signature-key-unknown');
    assert.equal(allowed.code, policy === 'require' ? 3 : 0, allowed.stderr);
  });

for (const policy of ['off', 'warn'] as const)
  test(`policy ${policy}: a signature of other bytes is rejected`, async (t) => {
    const { publish, statesOf } = await makeApp(t, `other-${policy}`, { signed: 'another build' });
    await service.client.changeApp(`other-${policy}`, { signatures: policy });
    const ended = await publish('--yes');
    assert.equal(ended.code, 1, ended.stderr);
    assert.match(ended.stderr, /^ {2}linux-x86_64 +9 B +wrong file +a\.AppImage$/m);
    assert.match(ended.stderr, /\[signature-mismatch\]\nNothing was uploaded\./);
    assert.deepEqual(await statesOf(), []);
    const json = await publish('--dry-run', '--json');
    const [artifact] = (json.objects[0]?.artifacts ?? []) as Record<string, unknown>[];
    assert.deepEqual([artifact?.signed, artifact?.signatureDoubt], [true, 'wrong file']);
  });

test('a file signed with a known key is published, and the plan says signed', async (t) => {
  const { publish, statesOf } = await makeApp(t, 'good');
  const ended = await publish('--yes');
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /^ {2}linux-x86_64 +9 B +signed +a\.AppImage$/m);
  assert.deepEqual(await statesOf(), ['published']);
});

test('Enter alone does not publish after a warning', async (t) => {
  const { open, statesOf } = await makeApp(t, 'enter', { signer: unknown });
  const warned = open('--allow', 'signature-key-unknown');
  await warned.see(/Publish 1\.0\.0 on stable\?/);
  warned.type('\r');
  assert.equal(await warned.ended, 130);
  assert.deepEqual(await statesOf(), []);
  const agreed = open('--allow', 'signature-key-unknown');
  await agreed.see(/Publish 1\.0\.0 on stable\?/);
  agreed.type('y');
  assert.equal(await agreed.ended, 0);
  const good = await makeApp(t, 'enter-good');
  const terminal = good.open();
  await terminal.see(/Publish 1\.0\.0 on stable\?/);
  terminal.type('\r');
  assert.equal(await terminal.ended, 0);
});
