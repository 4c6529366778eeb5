import assert from 'node:assert/strict';
import { join } from 'node:path';
import { contentOf } from '../content.ts';
import { openRecordingProxy } from '../recording-proxy.ts';
import { fleetOf, rollOut } from '../roll-out.ts';
import { runDriver } from '../run-driver.ts';
import { scenario } from '../scenario.ts';
import { type ClientApp, openStage } from '../stage.ts';
import { tried } from './client.ts';
import { openSigner } from './signer.ts';

/* A fleet of a client that sends `Slipway-Client`, with the check and the static file, during a rollout. */

const stage = await openStage();
const proxy = await openRecordingProxy();
const { publicKey, sign } = await openSigner(await stage.openFolder('signer'));
const bytes = contentOf(1000, 'newer');
const piece = { target: 'linux-x86_64', format: '.AppImage', bytes, signature: await sign(bytes) };
const fleet = fleetOf(1000);

/** The version that each installation is offered. */
const checkAll = async ({ publicUrl }: ClientApp, path: string, ids: readonly string[]) => {
  const folder = await stage.openFolder('installed');
  const endpoint = `${publicUrl}${path}`;
  const input = { version: '1.0.0', endpoint, publicKey, executable: join(folder, 'Acme.AppImage'), ids };
  const driver = new URL('./fleet-driver.ts', import.meta.url);
  const env = { http_proxy: proxy.url, HOME: folder, TMPDIR: folder };
  return (await runDriver<{ offered: (string | null)[] }>(driver, input, { env })).offered;
};

scenario(
  tried,
  'C6 of 1,000 installations, those within 10% get the release, the others the previous one',
  async () => {
    const app = await stage.createApp({ adapter: 'cargo-packager' });
    await app.publish({ version: '1.1.0' }, [piece]);
    await rollOut(stage, app, { version: '1.2.0', percent: 10, pieces: [piece] });
    const offered = await checkAll(app, '/releases/stable/{{target}}/{{arch}}/{{current_version}}', fleet);
    const inside = offered.filter((version) => version === '1.2.0').length;
    assert.ok(Math.abs(inside - 100) <= 30, `${inside} of 1,000`);
    assert.equal(offered.filter((version) => version === '1.1.0').length, fleet.length - inside);
    const some = fleet.slice(0, 60);
    const byFile = await checkAll(app, '/feeds/cargo-packager/stable/latest.json', some);
    assert.deepEqual(byFile, offered.slice(0, some.length));
    assert.ok(byFile.includes('1.2.0'));
  },
);
