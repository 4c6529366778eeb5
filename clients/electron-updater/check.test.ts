import assert from 'node:assert/strict';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { exe } from './built.ts';
import { runInstalled } from './installed.ts';

const stage = await openStage();
const client = 'electron-updater';

scenario(client, 'E1 finds a newer release', async () => {
  const app = await stage.createApp();
  await app.publish({ version: '1.1.0', notes: 'Better.' }, [exe()]);
  const found = await runInstalled(stage, app, { isDownloading: false });
  assert.equal(found.isAvailable, true, JSON.stringify(found));
  assert.deepEqual([found.version, found.notes, found.error], ['1.1.0', 'Better.', undefined]);
  return undefined;
});
