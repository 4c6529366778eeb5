import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { dial } from '../../lab/dial.ts';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { contentOf } from '../content.ts';
import { exampleHost, readBlock } from '../document.ts';
import { runDriver } from '../run-driver.ts';
import { scenario } from '../scenario.ts';
import { runSlipway } from '../slipway.ts';
import { openStage } from '../stage.ts';
import type { AppSetup, UpdaterCalls } from './driver-types.ts';

/*
 * Electron's own autoUpdater cannot run here, but update-electron-app, which builds its URLs, can. The documented code
 * and the output of `slipway feeds` run unchanged, and the URLs must return what updaters expect.
 */

const stage = await openStage();
const client = 'update-electron-app';
const driver = new URL('./driver.ts', import.meta.url);

const pieceOf = (
  target: string,
  format: string,
  more: ArtifactInput = {},
): ArtifactInput & { bytes: Buffer } => ({
  ...{ target, format, bytes: contentOf(1000, target + format) },
  ...more,
});
const zip = pieceOf('darwin-aarch64', '.zip');
const msix = pieceOf('windows-msix-x86_64', '.msix');
const packed = contentOf(2000, 'package');
const sha1 = createHash('sha1').update(packed).digest('hex');
const nupkg = pieceOf('windows-x86_64', '.nupkg', {
  ...{ bytes: packed, sha1, fileName: 'acme-1.1.0-full.nupkg' },
});

const publish = async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0', notes: 'Better.' }, [zip, msix, nupkg]);
  return app;
};
const published = publish();

/** The output of `slipway feeds` with the import that it needs; update-electron-app accepts only https URLs. */
const readPrinted = async (): Promise<string> => {
  const app = await published;
  const text = await runSlipway(stage, app, { words: ['feeds'], cwd: await stage.openFolder('publisher') });
  const [call = ''] = /updateElectronApp\([\s\S]*?\}\s*\)/.exec(text) ?? [];
  const line = "import { UpdateSourceType, updateElectronApp } from 'update-electron-app';\n";
  return line + call.replaceAll(app.publicUrl, exampleHost);
};

/** The URL that the app's updater gets, on the test server. */
const addressOf = async (source: string, more: Partial<AppSetup>): Promise<UpdaterCalls> => {
  const setup: AppSetup = {
    source,
    platform: 'darwin',
    arch: 'arm64',
    version: '1.0.0',
    isMsix: false,
    ...more,
  };
  const calls = await runDriver<UpdaterCalls>(driver, setup);
  assert.equal(calls.checks, 1);
  assert.ok(calls.url.startsWith(`${exampleHost}/`), calls.url);
  return { ...calls, url: calls.url.replace(exampleHost, (await published).publicUrl) };
};

const assertBytes = async (url: string, { bytes }: { bytes: Buffer }): Promise<void> => {
  const reply = await dial(url);
  assert.equal(reply.status, 200);
  assert.ok(reply.body.equals(bytes));
};

interface Update {
  name: string;
  url: string;
  notes: string;
  pub_date: string;
}

const assertUpdate = (update: Update | undefined): void => {
  assert.deepEqual([update?.name, update?.notes], ['1.1.0', 'Better.']);
  // The client drops a date with fractional seconds.
  assert.match(update?.pub_date ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
};

/** Squirrel.Windows appends this to the URL. */
const releasesOf = async ({ url }: UpdaterCalls, version: string): Promise<string> => {
  const reply = await dial(`${url}/RELEASES?id=acme&localVersion=${version}&arch=amd64`);
  assert.equal(reply.status, 200);
  return reply.text();
};

const assertReleases = async (calls: UpdaterCalls): Promise<void> => {
  const lines = (await releasesOf(calls, '1.0.0')).trimEnd().split('\n');
  const [[hash, url = '', size] = []] = lines.map((line) => line.split(' '));
  assert.deepEqual([lines.length, hash, size], [1, sha1.toUpperCase(), '2000']);
  assert.ok(url.endsWith('/acme-1.1.0-full.nupkg'), url);
  await assertBytes(url, nupkg);
};

const services = {
  'CLIENTS.md': readBlock('update-electron-app: the tests run this block, as a service'),
  'slipway feeds': readPrinted(),
};

for (const [where, written] of Object.entries(services)) {
  scenario(client, `U1 by ${where}: a Mac gets a newer release, then none`, async () => {
    const source = await written;
    const reply = await dial((await addressOf(source, {})).url);
    assert.equal(reply.status, 200);
    assertUpdate(reply.json<Update>());
    await assertBytes(reply.json<Update>().url, zip);
    const { url } = await addressOf(source, { version: '1.1.0' });
    assert.equal((await dial(url)).status, 204);
  });

  scenario(client, `U1 by ${where}: Squirrel.Windows finds its list`, async () => {
    await assertReleases(await addressOf(await written, { platform: 'win32', arch: 'x64' }));
  });

  scenario(client, `U1 by ${where}: an MSIX package gets a newer release, then none`, async () => {
    const source = await written;
    const installed = { platform: 'win32', arch: 'x64', isMsix: true } as const;
    const { url } = await addressOf(source, installed);
    assert.equal((await dial(url, { method: 'HEAD' })).status, 200);
    const reply = await dial(url);
    assertUpdate(reply.json<Update>());
    await assertBytes(reply.json<Update>().url, msix);
    const same = await addressOf(source, { ...installed, version: '1.1.0' });
    assert.equal((await dial(same.url)).status, 204);
  });
}

const readStatic = () => readBlock('update-electron-app: the tests run this block, as static storage');

scenario(client, 'U1 by CLIENTS.md, static storage: a Mac finds its list', async () => {
  const { url, serverType } = await addressOf(await readStatic(), {});
  assert.equal(serverType, 'json');
  const reply = await dial(url);
  assert.equal(reply.status, 200);
  const list = reply.json<{ currentRelease: string; releases: { version: string; updateTo: Update }[] }>();
  const current = list.releases.find(({ version }) => version === list.currentRelease);
  assertUpdate(current?.updateTo);
  await assertBytes(current?.updateTo.url ?? '', zip);
});

scenario(client, 'U1 by CLIENTS.md, static storage: Squirrel.Windows finds its list', async () => {
  await assertReleases(await addressOf(await readStatic(), { platform: 'win32', arch: 'x64' }));
});

scenario(client, 'U1 in an empty channel, Squirrel.Windows gets only its own version', async () => {
  const app = await published;
  await app.client.createChannel(app.slug, { name: 'beta' });
  const source = (await readStatic()).replace('/stable/', '/beta/');
  const calls = await addressOf(source, { platform: 'win32', arch: 'x64' });
  assert.match(await releasesOf(calls, '1.0.0'), /^0{40} acme-1\.0\.0-full\.nupkg 0$/m);
});
