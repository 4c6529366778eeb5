import assert from 'node:assert/strict';
import { contentOf } from '../content.ts';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { swapStored } from '../swap-stored.ts';
import { builtFor, exe } from './built.ts';
import { publishPair, updateByDifference } from './differential.ts';
import { runInstalled } from './installed.ts';

/* Differential updates with unusual releases and with damaged files. */

const stage = await openStage();
const client = 'electron-updater';

scenario(client, 'E13 downloads the whole file if the old release was pruned', async () => {
  const app = await stage.createApp();
  const { before, after, release } = await publishPair(app);
  await app.client.pruneArtifact(app.slug, release.id, 'windows-x86_64');
  const updated = await runInstalled(stage, app, { from: before });
  assert.equal(updated.error, undefined, updated.log.join('\n'));
  assert.ok(updated.bytes?.equals(after));
  assert.ok(updated.requests.some(({ status }) => status === 410));
  await app.counts(updated.wireBytes);
  return { wireBytes: updated.wireBytes, fileBytes: after.length };
});

scenario(client, 'E14 rejects a file whose stored bytes were swapped', async () => {
  const app = await stage.createApp();
  const installer = exe({ bytes: contentOf(54_321) });
  await app.publish({ version: '1.1.0' }, [installer]);
  await swapStored(stage, installer.bytes.length);
  const updated = await runInstalled(stage, app, {});
  assert.equal(updated.isAvailable, true);
  assert.ok(updated.error, 'it was taken');
  assert.equal(updated.file, undefined);
});

scenario(client, 'E15 is never offered a release with a wrong SHA-512', async () => {
  const app = await stage.createApp();
  const { sha512 = '' } = exe({ bytes: contentOf(7) });
  await assert.rejects(app.publish({ version: '1.1.0' }, [exe({ sha512 })]), /sha-?512|hash/i);
  await app.publish({ version: '1.0.1' }, [exe()]);
  const { version } = await runInstalled(stage, app, { isDownloading: false });
  assert.equal(version, '1.0.1');
});

scenario(client, 'E18 updates from beta to stable differentially', async () => {
  const from = { version: '1.1.0-beta.1', channel: 'beta' };
  return (await updateByDifference(stage, { from }, {})).measured;
});

scenario(client, 'E18 updates differentially to a version with build metadata', async () => {
  const pair = { from: { version: '1.0.0+41' }, to: { version: '1.1.0+42' } };
  return (await updateByDifference(stage, pair)).measured;
});

scenario(client, 'E18 downloads the right file of a version named after an architecture', async () => {
  const app = await stage.createApp();
  const pieces = ['darwin-x86_64', 'darwin-aarch64'].map((target) => builtFor(target, '.zip'));
  await app.publish({ version: '1.1.0-arm64.1' }, pieces);
  const updated = await runInstalled(stage, app, { platform: 'darwin' });
  assert.equal(updated.error, undefined, updated.log.join('\n'));
  assert.ok(pieces[0] && updated.bytes?.equals(pieces[0].bytes));
});
