import assert from 'node:assert/strict';
import { test } from 'node:test';
import { electronFeed, serveOldPlace } from '../../../cli/test/import/old-place.ts';
import { adminKey, startService } from '../../../lab/service.ts';
import { blockOf, runShell, shellMarkers } from './run-block.ts';

const document = 'docs/IMPORT.md';

test('docs/IMPORT.md: a preview changes nothing, and the import publishes what it showed', async (t) => {
  assert.deepEqual(await shellMarkers(document), ['import']);
  const exe = { name: 'Hello-Setup-1.0.0.exe', bytes: 'an installer' };
  const old = await serveOldPlace(t, { 'latest.yml': electronFeed('1.0.0', [exe]), [exe.name]: exe.bytes });
  const service = await startService();
  t.after(() => service.stop());
  await service.client.createApp({ slug: 'hello', adapter: 'rest' });
  const block = (await blockOf(document, 'import')).replaceAll(
    'https://updates.example.com/app',
    old.url.replace(/\/$/, ''),
  );
  const env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, SLIPWAY_APP: 'hello', HOME: '/' };
  const [preview = '', run = ''] = block.trim().split('\n');
  assert.match((await runShell(preview, env, service.folder)).join('\n'), /nothing was uploaded/);
  assert.deepEqual((await service.client.listReleases('hello')).releases, []);
  const output = (await runShell(run, env, service.folder)).join('\n');
  const { releases } = await service.client.listReleases('hello');
  assert.deepEqual(
    releases.map(({ version, state }) => [version, state]),
    [['1.0.0', 'published']],
  );
  assert.match(output, /feeds\/electron\/stable/, 'the address for the next build');
});
