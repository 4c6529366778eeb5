import assert from 'node:assert/strict';
import { contentOf } from '../content.ts';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { tried } from './client.ts';
import { before, openInstaller } from './installed.ts';
import { openSigner } from './signer.ts';

/* A key rotation with today's updater, which knows one key and no bridge releases. */

const stage = await openStage();
const run = await openInstaller(stage);
const [a, b] = [
  await openSigner(await stage.openFolder('key-a')),
  await openSigner(await stage.openFolder('key-b')),
];

/** The built-in key by version: 1.5.0 is the first with the new one. */
const builtIn = (version: string) => (version === '1.5.0' || version === '2.0.0' ? b : a).publicKey;

const openApp = async () => {
  const app = await stage.createApp({ adapter: 'cargo-packager' });
  const publish = async (version: string, signer: typeof a) => {
    const bytes = contentOf(20_000, version);
    const signature = await signer.sign(bytes, version);
    return (
      await app.publish({ version }, [{ target: 'linux-x86_64', format: '.AppImage', bytes, signature }])
    ).release;
  };
  const update = (version: string) =>
    run({
      endpoint: `${app.publicUrl}/releases/stable/{{target}}/{{arch}}/{{current_version}}`,
      ...{ version, publicKey: builtIn(version), isInstalling: true },
    });
  return { app, publish, update };
};

scenario(
  tried,
  'R1 updates from the old key over the bridge release to the new key, however late',
  async () => {
    const { app, publish, update } = await openApp();
    await app.client.addSigningKey(app.slug, { publicKey: a.publicKey });
    await app.client.changeApp(app.slug, { signatures: 'require', signedVersion: 'require' });
    await publish('1.1.0', a);
    await app.client.addSigningKey(app.slug, { publicKey: b.publicKey, fromVersion: '1.5.0' });
    await publish('1.5.0', a);
    await publish('2.0.0', b);
    const stops: string[] = [];
    for (let version = '1.0.0'; ; ) {
      const { update: offered, error, bytes } = await update(version);
      assert.equal(error, undefined);
      if (offered === undefined) break;
      assert.ok(bytes.equals(contentOf(20_000, offered.version)), 'what was published is installed');
      stops.push(offered.version);
      version = offered.version;
    }
    assert.deepEqual(stops, ['1.5.0', '2.0.0']);
  },
);

scenario(tried, 'R2 without a bridge release, downloads and rejects the update', async () => {
  const { app, publish, update } = await openApp();
  await app.client.addSigningKey(app.slug, { publicKey: a.publicKey });
  await publish('1.1.0', a);
  const { signingKey } = await app.client.addSigningKey(app.slug, { publicKey: b.publicKey });
  const { warnings } = await publish('2.0.0', b);
  assert.deepEqual(
    warnings?.map(({ code }) => code),
    ['signature-strands-clients'],
  );
  const stranded = await update('1.0.0');
  assert.deepEqual([stranded.update?.version, stranded.error], ['2.0.0', 'UnexpectedKeyId']);
  assert.ok(stranded.bytes.equals(before));
  await app.client.changeSigningKey(app.slug, signingKey.id, { fromVersion: '1.5.0' });
  const saved = await update('1.0.0');
  assert.deepEqual([saved.update?.version, saved.error], ['1.1.0', undefined], 'its own key’s newest');
});
