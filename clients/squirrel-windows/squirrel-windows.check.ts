import assert from 'node:assert/strict';
import { rollOut } from '../roll-out.ts';
import { scenario, type Tried } from '../scenario.ts';
import { type ClientApp, openStage } from '../stage.ts';
import { swapStored } from '../swap-stored.ts';
import { contentFor, readDelta, readFull } from './built.ts';
import {
  addressOf,
  createSquirrel,
  findPrograms,
  type Installed,
  type Ran,
  readInstalled,
} from './squirrel.ts';

/* The program that Electron's autoUpdater starts on Windows, with packages of its own tools. */

const { programs, missing } = await findPrograms();
const tried: Tried = { client: 'Squirrel.Windows', version: '2.0.1', missing };

const versions = ['1.0.0-beta1', '1.0.0', '1.1.0', '1.2.0'];
const prepare = async () => {
  const stage = await openStage();
  const squirrel = await createSquirrel(stage, programs);
  return { stage, attacked: await openStage(), ...squirrel, releases: await squirrel.build(versions) };
};
const prepared = missing === undefined ? prepare() : undefined;
const ready = async () => {
  assert.ok(prepared);
  return prepared;
};

const contentIn = (version: string): Buffer => contentFor(version, versions.indexOf(version));
const fullOf = async (version: string) => readFull((await ready()).releases, version);
const deltaOf = async (version: string) =>
  readDelta((await ready()).releases, version, versions[versions.indexOf(version) - 1] ?? '');

const publishFull = async (app: ClientApp, version: string) =>
  app.publish({ version }, [await fullOf(version)]);
const publishBoth = async (app: ClientApp, version: string) =>
  app.publish({ version }, [await fullOf(version), await deltaOf(version)]);

/** An app and an installed version of it. */
const start = async (version: string, on: 'stage' | 'attacked' = 'stage') => {
  const { [on]: stage, install } = await ready();
  return { app: await stage.createApp(), installed: await install(await fullOf(version)) };
};

/** Asserts that this version is installed, byte by byte, and checks the downloads. */
const assertUpdated = async (
  app: ClientApp,
  installed: Installed,
  { ran, version, fetched }: { ran: Ran; version: string; fetched: string[] },
) => {
  assert.equal(ran.code, 0, ran.log);
  // Downloads run in parallel.
  assert.deepEqual(ran.fetched.toSorted(), fetched, ran.log);
  assert.ok((await readInstalled(installed, version))?.equals(contentIn(version)), ran.log);
  await app.counts(ran.wireBytes);
  return { wireBytes: ran.wireBytes, fileBytes: (await fullOf(version)).bytes.length };
};

scenario(tried, 'S1 takes the whole package', async () => {
  const { app, installed } = await start('1.0.0');
  await publishFull(app, '1.1.0');
  const ran = await (await ready()).update(installed, addressOf(app));
  await app.isFleet({ 'windows-x86_64 1.0.0': [1, 1, 0] });
  return assertUpdated(app, installed, { ran, version: '1.1.0', fetched: ['Acme-1.1.0-full.nupkg'] });
});

scenario(tried, 'S2 takes a delta', async () => {
  const { app, installed } = await start('1.0.0');
  await publishFull(app, '1.0.0');
  await publishBoth(app, '1.1.0');
  const ran = await (await ready()).update(installed, addressOf(app));
  return assertUpdated(app, installed, { ran, version: '1.1.0', fetched: ['Acme-1.1.0-delta.nupkg'] });
});

scenario(tried, 'S2 takes two deltas in a row', async () => {
  const { app, installed } = await start('1.0.0');
  await publishFull(app, '1.0.0');
  for (const version of ['1.1.0', '1.2.0']) await publishBoth(app, version);
  const ran = await (await ready()).update(installed, addressOf(app));
  const fetched = ['Acme-1.1.0-delta.nupkg', 'Acme-1.2.0-delta.nupkg'];
  return assertUpdated(app, installed, { ran, version: '1.2.0', fetched });
});

scenario(tried, 'S2 takes a delta on top of a delta', async () => {
  const { app, installed } = await start('1.0.0');
  const { update } = await ready();
  await publishFull(app, '1.0.0');
  await publishBoth(app, '1.1.0');
  const first = await update(installed, addressOf(app));
  await assertUpdated(app, installed, { ran: first, version: '1.1.0', fetched: ['Acme-1.1.0-delta.nupkg'] });
  await publishBoth(app, '1.2.0');
  const ran = await update(installed, addressOf(app));
  return assertUpdated(app, installed, { ran, version: '1.2.0', fetched: ['Acme-1.2.0-delta.nupkg'] });
});

scenario(tried, 'S2 takes a delta from a pre-release, which Squirrel writes without a dot', async () => {
  const { app, installed } = await start('1.0.0-beta1');
  await app.publish({ version: '1.0.0-beta.1' }, [await fullOf('1.0.0-beta1')]);
  const delta = { ...(await deltaOf('1.0.0')), deltaFrom: '1.0.0-beta.1' };
  await app.publish({ version: '1.0.0' }, [await fullOf('1.0.0'), delta]);
  const ran = await (await ready()).update(installed, addressOf(app));
  return assertUpdated(app, installed, { ran, version: '1.0.0', fetched: ['Acme-1.0.0-delta.nupkg'] });
});

scenario(tried, 'S3 takes the whole package if no chain of deltas starts at its version', async () => {
  const { app, installed } = await start('1.0.0');
  await publishFull(app, '1.1.0');
  await publishBoth(app, '1.2.0');
  const ran = await (await ready()).update(installed, addressOf(app));
  return assertUpdated(app, installed, { ran, version: '1.2.0', fetched: ['Acme-1.2.0-full.nupkg'] });
});

/** Asserts that it finds no update and prints nothing. */
const assertSilent = async (installed: Installed, url: string, version: string) => {
  const { code, stdout, log, fetched } = await (await ready()).check(installed, url);
  assert.equal(code, 0, log);
  const expected = { currentVersion: version, futureVersion: version, releasesToApply: [] };
  assert.deepEqual(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), expected, log);
  assert.deepEqual(fetched, []);
};

scenario(tried, 'S4 stays with the latest release', async () => {
  const { app, installed } = await start('1.1.0');
  await publishFull(app, '1.0.0');
  await publishBoth(app, '1.1.0');
  await assertSilent(installed, addressOf(app), '1.1.0');
  // update-electron-app adds the version to the URL it builds from `host` and `repo`.
  await assertSilent(installed, `${addressOf(app)}/1.1.0`, '1.1.0');
});

scenario(tried, 'S4 stays with a version whose release was withdrawn', async () => {
  const { app, installed } = await start('1.1.0');
  await publishFull(app, '1.0.0');
  const { release } = await publishBoth(app, '1.1.0');
  await app.client.withdrawRelease(app.slug, release.id, { reason: 'bad' });
  await assertSilent(installed, addressOf(app), '1.1.0');
});

scenario(tried, 'S5 reports nothing if nothing is published', async () => {
  const { app, installed } = await start('1.0.0');
  await assertSilent(installed, addressOf(app), '1.0.0');
});

scenario(tried, 'S6 installs nothing of a package whose stored bytes were swapped', async () => {
  const { app, installed } = await start('1.1.0', 'attacked');
  await publishFull(app, '1.2.0');
  await swapStored((await ready()).attacked, (await fullOf('1.2.0')).bytes.length);
  const ran = await (await ready()).update(installed, addressOf(app));
  assert.notEqual(ran.code, 0, ran.log);
  // It retries in lower case.
  assert.ok(ran.fetched.includes('acme-1.2.0-full.nupkg'), ran.log);
  assert.equal(await readInstalled(installed, '1.2.0'), undefined);
});

scenario(tried, 'S6 takes the whole package if the stored bytes of a delta were swapped', async () => {
  const { app, installed } = await start('1.0.0', 'attacked');
  await publishFull(app, '1.0.0');
  await publishBoth(app, '1.1.0');
  await swapStored((await ready()).attacked, (await deltaOf('1.1.0')).bytes.length);
  const ran = await (await ready()).update(installed, addressOf(app));
  assert.equal(ran.code, 0, ran.log);
  assert.match(ran.fetched.at(-1) ?? '', /^acme-1\.1\.0-full\.nupkg$/i, ran.log);
  assert.ok((await readInstalled(installed, '1.1.0'))?.equals(contentIn('1.1.0')), ran.log);
});

scenario(tried, 'S7 joins a rollout by its own ID', async () => {
  const { stage, install, setId, check } = await ready();
  const app = await stage.createApp();
  await publishFull(app, '1.0.0');
  await publishBoth(app, '1.1.0');
  const pieces = [await fullOf('1.2.0'), await deltaOf('1.2.0')];
  await rollOut(stage, app, { version: '1.2.0', percent: 25, pieces });
  for (const [place, version] of [
    ['first', '1.2.0'],
    ['last', '1.1.0'],
  ] as const) {
    const installed = await install(await fullOf('1.0.0'));
    await setId(installed, place);
    const { code, stdout, log } = await check(installed, addressOf(app));
    assert.equal(code, 0, log);
    assert.equal(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').futureVersion, version, log);
    const ran = await (await ready()).update(installed, addressOf(app));
    assert.equal(ran.code, 0, ran.log);
    assert.ok((await readInstalled(installed, version))?.equals(contentIn(version)), ran.log);
  }
});
