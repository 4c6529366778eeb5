import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dial } from '../../lab/dial.ts';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { contentOf } from '../content.ts';
import { exampleHost, readBlock } from '../document.ts';
import { scenario } from '../scenario.ts';
import { runSlipway } from '../slipway.ts';
import { openStage } from '../stage.ts';
import { swapStored } from '../swap-stored.ts';
import { tried } from './client.ts';
import { before, openInstaller } from './installed.ts';
import { openSigner } from './signer.ts';

/*
 * cargo-packager's updater, with both addresses of docs/CLIENTS.md: the check, where the server compares versions, and
 * the static file, where the client does.
 */

const stage = await openStage();
const run = await openInstaller(stage);
const { publicKey, sign } = await openSigner(await stage.openFolder('signer'));

const bytes = contentOf(100_000, 'newer');
const appImage: ArtifactInput = {
  target: 'linux-x86_64',
  format: '.AppImage',
  bytes,
  signature: await sign(bytes),
};

const ways = [
  ['C', 'the check'],
  ['C5', 'the static file'],
] as const;
type Way = (typeof ways)[number][1];

interface Static {
  platforms: Record<string, Record<string, string>>;
}

/** An app and its documented address. */
const createApp = async (way: Way = 'the check') => {
  const app = await stage.createApp({ adapter: 'cargo-packager' });
  const lines = await readBlock(`cargo-packager: the tests use this block, ${way}`);
  const [, endpoint = ''] = /"(https:[^"]+)"/.exec(lines) ?? [];
  return { app, installation: { endpoint: endpoint.replace(exampleHost, app.publicUrl), publicKey } };
};

for (const [id, way] of ways) {
  const nameOf = (number: number, what: string): string =>
    `${id === 'C' ? `C${number}` : id} ${what}, by ${way}`;

  scenario(tried, nameOf(1, 'finds a newer release'), async () => {
    const { app, installation } = await createApp(way);
    await app.publish({ version: '1.1.0', notes: 'Better.' }, [appImage]);
    const { update, error, wireBytes } = await run(installation);
    assert.deepEqual([error, wireBytes], [undefined, 0]);
    assert.deepEqual([update?.version, update?.notes, update?.format], ['1.1.0', 'Better.', 'AppImage']);
  });

  scenario(tried, nameOf(2, 'stays with the latest release, and with nothing published'), async () => {
    const { app, installation } = await createApp(way);
    const empty = await run(installation);
    await app.publish({ version: '1.0.0' }, [appImage]);
    const same = await run(installation);
    for (const { update, error } of [empty, same]) assert.deepEqual([update, error], [undefined, undefined]);
    const statuses = [empty, same].map(({ exchanges }) => exchanges.map(({ status }) => status));
    assert.deepEqual(statuses, [[204], [way === 'the check' ? 204 : 200]]);
  });

  scenario(tried, nameOf(3, 'replaces the installed AppImage'), async () => {
    const { app, installation } = await createApp(way);
    await app.publish({ version: '1.1.0' }, [appImage]);
    const updated = await run({ ...installation, isInstalling: true });
    assert.equal(updated.error, undefined);
    assert.ok(updated.bytes.equals(bytes));
    assert.equal(updated.mode, 0o755);
    await app.counts(updated.wireBytes);
    return { wireBytes: updated.wireBytes, fileBytes: bytes.length };
  });

  scenario(tried, nameOf(4, 'rejects a file with a signature for other bytes'), async () => {
    const { app, installation } = await createApp(way);
    // Signed for other bytes: the stored hash is right, so only the client can detect it.
    await app.publish({ version: '1.1.0' }, [{ ...appImage, bytes: contentOf(1000, 'tampered') }]);
    const updated = await run({ ...installation, isInstalling: true });
    assert.deepEqual([updated.update?.version, updated.error], ['1.1.0', 'InvalidSignature']);
    assert.ok(updated.bytes.equals(before));
  });
}

scenario(tried, 'C4 never gets a file whose stored bytes were swapped', async () => {
  const { app, installation } = await createApp();
  const swapped = contentOf(54_321, 'to be swapped');
  await app.publish({ version: '1.1.0' }, [{ ...appImage, bytes: swapped }]);
  await swapStored(stage, swapped.length);
  const updated = await run({ ...installation, isInstalling: true });
  assert.deepEqual([updated.update?.version, updated.exchanges.at(-1)?.status], ['1.1.0', 503]);
  assert.match(updated.error ?? '', /503/);
  assert.ok(updated.bytes.equals(before));
});

scenario(tried, 'C1 checks with macos, and with build metadata in its version', async () => {
  const { app, installation } = await createApp();
  await app.publish({ version: '1.1.0' }, [{ ...appImage, target: 'darwin-x86_64', format: '.app.tar.gz' }]);
  const { update, error } = await run({ ...installation, target: 'macos', version: '1.0.0+7' });
  assert.deepEqual([error, update?.version, update?.format], [undefined, '1.1.0', 'App']);
});

scenario(tried, 'C0 as in CLIENTS.md: an AppImage from dist/, installed', async () => {
  const { app, installation } = await createApp();
  const cwd = await stage.openFolder('publisher');
  const file = join(cwd, 'dist', 'acme_1.1.0_x86_64.AppImage');
  await mkdir(join(cwd, 'dist'));
  await writeFile(file, bytes);
  await writeFile(`${file}.sig`, appImage.signature ?? '');
  const [, ...words] = (await readBlock('cargo-packager: the tests run')).trim().split(' ');
  await runSlipway(stage, app, { words, cwd });
  const updated = await run({ ...installation, isInstalling: true });
  assert.deepEqual([updated.error, updated.update?.version], [undefined, '1.1.0']);
  assert.ok(updated.bytes.equals(bytes));
});

// The client overwrites the installed AppImage with any download and unpacks nothing.
scenario(tried, 'C3 is not offered an archive instead of an AppImage', async () => {
  const packed: ArtifactInput = { ...appImage, format: '.AppImage.tar.gz' };
  for (const [, way] of ways) {
    const { app, installation } = await createApp(way);
    const { release } = await app.publish({ version: '1.1.0' }, [packed]);
    assert.deepEqual(
      release.warnings?.map(({ code }) => code),
      ['format-unknown'],
    );
    const { bytes: installed, wireBytes } = await run({ ...installation, isInstalling: true });
    assert.equal(wireBytes, 0);
    assert.ok(installed.equals(before));
  }
});

scenario(tried, 'T1 reads the static file of a release that also has unsigned files', async () => {
  const { app, installation } = await createApp('the static file');
  const unsigned: ArtifactInput = { target: 'windows-x86_64', format: '.exe' };
  await app.publish({ version: '1.1.0' }, [appImage, unsigned]);
  const { update, error } = await run(installation);
  assert.deepEqual([error, update?.version], [undefined, '1.1.0']);
  const read = async (feed: string) =>
    (await dial(`${app.publicUrl}/feeds/${feed}/stable/latest.json`)).json<Static>().platforms;
  const [ours, tauri] = [await read('cargo-packager'), await read('tauri')];
  const { format, ...entry } = ours['linux-x86_64'] ?? {};
  assert.deepEqual([format, entry], ['appimage', tauri['linux-x86_64']]);
  assert.deepEqual(Object.keys(ours), Object.keys(tauri));
});
