import assert from 'node:assert/strict';
import { contentOf } from '../content.ts';
import { scenario } from '../scenario.ts';
import { openStage } from '../stage.ts';
import { exe } from './built.ts';
import { publishPair } from './differential.ts';
import type { ElectronUpdater } from './driver-types.ts';
import { runInstalled } from './installed.ts';

/* `delivery: redirect`: files and block maps come from S3, several ranges from the server. */

const stage = await openStage({ storage: 's3' });
const clients: ElectronUpdater[] = ['electron-updater', 'electron-updater-4'];

const createApp = async () => {
  const app = await stage.createApp();
  await app.client.changeApp(app.slug, { delivery: 'redirect' });
  return app;
};

for (const client of clients) {
  scenario(client, 'E19 downloads a Windows installer that S3 delivers by redirect', async () => {
    const app = await createApp();
    const installer = exe({ bytes: contentOf(3_000_000) });
    await app.publish({ version: '1.1.0' }, [installer]);
    const updated = await runInstalled(stage, app, { client });
    assert.equal(updated.error, undefined, updated.log.join('\n'));
    assert.ok(updated.bytes?.equals(installer.bytes), 'another file than the published one');
    const statuses = updated.requests.flatMap(({ path, status }) =>
      path.startsWith('/feeds/files/') && path.endsWith('.exe') ? [status] : [],
    );
    assert.deepEqual(statuses, [302], 'the service itself sent nothing of it');
    await app.counts(installer.bytes.length);
  });

  scenario(client, 'E20 a dozen changes of a Windows installer whose block maps S3 delivers', async () => {
    const app = await createApp();
    const { before, after } = await publishPair(app);
    const updated = await runInstalled(stage, app, { client, from: before });
    assert.equal(updated.error, undefined, updated.log.join('\n'));
    assert.ok(updated.bytes?.equals(after), 'another file than the published one');
    assert.ok(updated.wireBytes < 0.12 * after.length, updated.log.join('\n'));
    const answers = updated.requests.map(({ status, ranges }) => `${status} ${ranges}`);
    assert.ok(answers.includes('302 0') && answers.includes('206 12'), answers.join(', '));
  });
}
