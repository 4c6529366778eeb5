import assert from 'node:assert/strict';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { builtFor, exe } from './built.ts';
import { type Installation, runInstalled } from './installed.ts';

/* Checks without a download. */

const stage = await openStage();
const client = 'electron-updater';

const check = (app: Awaited<ReturnType<typeof stage.createApp>>, installation: Installation = {}) =>
  runInstalled(stage, app, { isDownloading: false, ...installation });

scenario(client, 'E1 finds a newer release', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0', notes: 'Better.' }, [exe()]);
  const found = await check(app);
  assert.deepEqual([found.error, found.isAvailable], [undefined, true], found.log.join('\n'));
  assert.deepEqual([found.version, found.notes], ['1.1.0', 'Better.']);
  // It sends an ID, and its version if the URL contains it.
  assert.equal((await check(app, { feed: 'stable/from/1.0.0' })).version, '1.1.0');
  await app.isFleet({ 'windows-x86_64 1.0.0': [1, 1, 1], 'windows-x86_64 unknown': [1, 0, 1] });
});

scenario(client, 'E2 stays with the latest release', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.0.0' }, [exe()]);
  const found = await check(app);
  assert.deepEqual([found.error, found.isAvailable, found.version], [undefined, false, '1.0.0']);
});

scenario(client, 'E3 stays with a version that is newer than the latest release', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.0.0' }, [exe()]);
  const found = await check(app, { version: '1.1.0' });
  assert.deepEqual([found.error, found.isAvailable, found.version], [undefined, false, '1.0.0']);
});

scenario(client, 'E5 changes to another channel while the app runs', async () => {
  const app = await stage.createApp();
  await app.client.createChannel(app.slug, { name: 'beta' });
  await app.publish({ version: '1.0.0' }, [exe()]);
  await app.publish({ version: '2.0.0-beta.1', channel: 'beta' }, [exe()]);
  const found = await check(app, { channel: 'beta' });
  assert.deepEqual([found.error, found.isAvailable, found.version], [undefined, true, '2.0.0-beta.1']);
});

scenario(client, 'E6 says that a channel is unknown', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0' }, [exe()]);
  const found = await check(app, { channel: 'nightly' });
  assert.equal(found.error?.code, 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND');
});

scenario(client, 'E7 gets the release before a withdrawn one', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0' }, [exe()]);
  const { release } = await app.publish({ version: '1.2.0' }, [exe()]);
  await app.client.withdrawRelease(app.slug, release.id, { reason: 'It does not start.' });
  const found = await check(app);
  assert.deepEqual([found.isAvailable, found.version], [true, '1.1.0']);
});

scenario(client, 'E8 gets the last release with a file for its system', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0' }, [exe(), builtFor('darwin-x86_64', '.zip')]);
  await app.publish({ version: '1.2.0' }, [builtFor('darwin-x86_64', '.zip')]);
  const found = await Promise.all([check(app), check(app, { platform: 'darwin' })]);
  assert.deepEqual(
    found.map(({ version }) => version),
    ['1.1.0', '1.2.0'],
  );
});
