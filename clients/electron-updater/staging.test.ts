import assert from 'node:assert/strict';
import { dial } from '../../lab/dial.ts';
import { fleetOf, rollOut } from '../roll-out.ts';
import { runDriver } from '../run-driver.ts';
import { scenario } from '../scenario.ts';
import { type ClientApp, openStage } from '../stage.ts';
import { exe } from './built.ts';
import { configOf, putConfig } from './installed.ts';

/* A fleet during a rollout: the client sends its ID, and the server decides. */

const stage = await openStage();
const fleet = fleetOf(1000);

/** The version that each installation is offered. */
const checkAll = async (app: ClientApp, ids: readonly string[]): Promise<(string | null)[]> => {
  const folder = await stage.openFolder('installed');
  await putConfig(folder, configOf(`${app.publicUrl}/feeds/electron/stable`));
  const input = { platform: 'win32', arch: 'x64', version: '1.0.0', folder, ids };
  const driver = new URL('./fleet-driver.ts', import.meta.url);
  return (await runDriver<{ offered: (string | null)[] }>(driver, input)).offered;
};

const idsOf = (offered: readonly (string | null)[], version: string): string[] =>
  fleet.filter((_, index) => offered[index] === version);

scenario(
  'electron-updater',
  'E18 of 1,000 installations, those within 10% get the release, the others the previous one',
  async () => {
    const app = await stage.createApp();
    await app.publish({ version: '1.1.0' }, [exe()]);
    const id = await rollOut(stage, app, { version: '1.2.0', percent: 10, pieces: [exe()] });
    const offered = await checkAll(app, fleet);
    const inside = idsOf(offered, '1.2.0');
    assert.ok(Math.abs(inside.length - 100) <= 30, `${inside.length} of 1,000`);
    assert.equal(idsOf(offered, '1.1.0').length, fleet.length - inside.length);

    // The document must not make the client decide again.
    const member = { 'x-user-staging-id': inside[0] ?? '' };
    const document = await dial(`${app.publicUrl}/feeds/electron/stable/latest.yml`, { headers: member });
    assert.match(document.text(), /^version: "1\.2\.0"/);
    assert.doesNotMatch(document.text(), /stagingPercentage/);

    // Raising adds clients, a pause stops all offers, and nobody is downgraded.
    const some = [...inside.slice(0, 5), ...idsOf(offered, '1.1.0').slice(0, 20)];
    await app.client.advanceRollout(app.slug, id, { percent: 60 });
    const raised = await checkAll(app, some);
    assert.deepEqual(
      raised.slice(0, 5),
      inside.slice(0, 5).map(() => '1.2.0'),
    );
    assert.ok(raised.slice(5).includes('1.2.0') && raised.slice(5).includes('1.1.0'));
    await app.client.pauseRollout(app.slug, id, { reason: 'It does not start.' });
    assert.deepEqual(new Set(await checkAll(app, some)), new Set(['1.1.0']));
  },
);
