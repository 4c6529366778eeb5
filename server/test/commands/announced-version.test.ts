import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFolder } from '../../../lab/folder.ts';
import { requestPort } from '../../../lab/request.ts';
import { defaultEnv, runServer, startService } from '../../../lab/service.ts';
import { version } from '../../src/version.ts';
import { layOutFolder } from '../upgrade/fixture.ts';

const named = (text: string): string => text.replaceAll('.', '\\.');

test('migrate names the migrations that it ran, and the version that ran them', async (t) => {
  const folder = await openFolder('migrate');
  t.after(folder.remove);
  const env = { ...defaultEnv(folder.path), SLIPWAY_DATABASE_URL: `sqlite:${join(folder.path, 'new.db')}` };
  const first = await runServer(['migrate', '--create'], { env });
  assert.match(first.stdout, new RegExp(`^Slipway ${named(version)} ran migration 0001-initial\\n`));
  assert.match(first.stdout, /\nThe database is up to date\.\n$/);
  const second = await runServer(['migrate'], { env });
  assert.equal(second.stdout, 'The database is up to date.\n');
});

test('startup names the version, and the migrations of an upgrade; /readyz names the version', async (t) => {
  const folder = await openFolder('version');
  t.after(folder.remove);
  await layOutFolder(folder.path);
  const first = await startService({ folder: folder.path });
  assert.match(
    first.log(),
    new RegExp(`^Slipway ${named(version)} is running at http://localhost:\\d+ `, 'm'),
  );
  await first.waitForOutput(/"migrations":\["\d{4}-.*"msg":"migrated the database"/);
  const ready = (await requestPort(first.port, '/readyz')).json<{ version: string }>();
  assert.equal(ready.version, version);
  await first.stop();
  const second = await startService({ folder: folder.path });
  assert.doesNotMatch(second.log(), /migrated the database/);
  await second.stop();
});
