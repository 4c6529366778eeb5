import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stoppingCodes, strictCodes } from '@slipway/build-files/mistake.ts';
import { writeFiles } from '../../../cli/test/folder.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { createSigner, type Signer } from '../../../lab/signer.ts';
import { openPage, read } from './run-block.ts';

const document = 'docs/SIGNING.md';
const app = 'hello';

/** Tauri's own signer, without the question for a password. */
const npx = '#!/bin/sh\nset -eu\nexec "$@" --ci -p ""\n';

describe('docs/SIGNING.md, run as written', { concurrency: false }, () => {
  const page = openPage(document);
  const old = createSigner();
  let folder: string;
  let service: Service;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-signing-'));
    await mkdir(join(folder, 'data'));
    await writeFiles(folder, { 'tools/npx': npx });
    await chmod(join(folder, 'tools/npx'), 0o755);
    service = await startService({ folder: join(folder, 'data') });
    await service.client.createApp({ slug: app, adapter: 'tauri' });
    env = {
      ...{ SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: app },
      ...{ HOME: folder, tools: join(folder, 'tools') },
    };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (marker: string, more: Record<string, string> = {}): Promise<string> =>
    page.run(marker, { ...env, ...more }, folder);

  /** A Tauri project after a build: the version, the key that it trusts, and one signed bundle. */
  const build = async (version: string, pubkey: string, signer: Pick<Signer, 'sign'>): Promise<void> => {
    const bundles = 'src-tauri/target/release/bundle';
    await rm(join(folder, bundles), { recursive: true, force: true });
    const file = `${bundles}/appimage/Hello_${version}_amd64.AppImage`;
    const bytes = `the bytes of ${version}`;
    await writeFiles(folder, {
      'src-tauri/tauri.conf.json': JSON.stringify({ version, plugins: { updater: { pubkey } } }),
      [file]: bytes,
      [`${file}.sig`]: signer.sign(Buffer.from(bytes), { version }),
    });
  };

  const idOf = async ({ keyId }: Signer, slug = app): Promise<string> => {
    const { signingKeys } = await service.client.listSigningKeys(slug);
    return signingKeys.find((key) => key.keyId === keyId)?.id ?? assert.fail(keyId);
  };

  test('the key of a project is registered, and signatures are required', async () => {
    await build('1.4.0', old.publicKey.tauri, old);
    assert.match(await run('register'), new RegExp(old.keyId));
    await run('require');
    assert.equal((await service.client.getApp(app)).app.signatures, 'require');
  });

  test('a key is rotated: clients of the old one are led over the bridge', async () => {
    // The block that publishes also publishes the release before.
    await run('bridge');
    await run('generate');
    await run('next');
    const pubkey = (await readFile(join(folder, '.tauri/new.key.pub'), 'utf8')).trim();
    await build('1.5.0', pubkey, old);
    await run('bridge');
    assert.match(await run('led'), / gets 1\.5\.0/);
    await run('retire', { OLD: await idOf(old) });
    const { signingKeys } = await service.client.listSigningKeys(app);
    assert.deepEqual(signingKeys.map(({ state, fromVersion }) => [state, fromVersion]).sort(), [
      ['active', '1.5.0'],
      ['retired', null],
    ]);
  });

  test('a lost key is replaced, though no installed copy is offered the next release', async () => {
    const slug = 'stranded';
    await service.client.createApp({ slug, adapter: 'tauri' });
    const [lost, next] = [createSigner(), createSigner()];
    await service.client.addSigningKey(slug, { publicKey: lost.publicKey.text });
    await service.client.changeApp(slug, { signatures: 'require' });
    await build('1.4.0', lost.publicKey.tauri, lost);
    await run('bridge', { SLIPWAY_APP: slug });
    await build('1.5.0', next.publicKey.tauri, next);
    await writeFiles(folder, { 'next.pub': next.publicKey.text });
    await run('lost', { SLIPWAY_APP: slug, NEW: 'next.pub', OLD: await idOf(lost, slug) });
    const { releases } = await service.client.listReleases(slug);
    assert.deepEqual(
      releases.map(({ version, state }) => [version, state]),
      [
        ['1.5.0', 'published'],
        ['1.4.0', 'published'],
      ],
    );
    assert.match(await run('led', { SLIPWAY_APP: slug }), /1\.5\.0 +other-key/);
  });

  test('every command block was run', () => page.assertAllRun());
});

test('docs/SIGNING.md explains every code of a signature', async () => {
  const [, section = ''] = (await read(document)).split('\n## Errors and what they mean\n');
  const explained = [...section.matchAll(/^\| `([a-z-]+)` \| .{10,} \|$/gm)].map(([, code]) => code);
  const codes = [...stoppingCodes, ...strictCodes].filter((code) => /^(?:signature|pubkey)-/.test(code));
  assert.deepEqual(explained.toSorted(), codes.toSorted());
});
