import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { openStage } from '../stage.ts';
import { electronFeed } from './old-place.ts';

const { service, cli, makeApp } = await openStage();

test('a running rollout is named before it is paused', async (t) => {
  await makeApp('rolling');
  const feedOf = (version: string) =>
    electronFeed(version, [{ name: `Acme-Setup-${version}.exe`, bytes: version }]);
  const folder = await makeFolder(t, { 'latest.yml': feedOf('1.3.0'), 'Acme-Setup-1.3.0.exe': '1.3.0' });
  const publish = async (version: string, more: string[]) => {
    const words = [
      'publish',
      '--app',
      'rolling',
      '--release',
      version,
      '--target',
      `linux-x86_64=${cli.bin}`,
    ];
    const ended = await cli.run([...words, ...more]);
    assert.equal(ended.code, 0, ended.stderr);
  };
  await publish('1.0.0', []);
  await publish('1.1.0', ['--rollout', '20', '--fleet-size', '1000']);
  const warning =
    /warning: 1\.1\.0 is still rolling out on stable \(20%\)\. Importing pauses it, and 1\.3\.0 goes to everyone\. To let it/;
  const dry = await cli.run(['import', folder, '--app', 'rolling', '--dry-run']);
  assert.match(dry.stderr, warning);
  const [plan] = (await cli.run(['import', folder, '--app', 'rolling', '--dry-run', '--json'])).objects;
  assert.deepEqual(plan?.pauses, [{ version: '1.1.0', channel: 'stable', percent: 20 }]);
  const [rollout] = (await service.client.listRollouts('rolling')).rollouts;
  assert.equal(rollout?.state, 'rolling', 'a dry run pauses nothing');
  const ended = await cli.run(['import', folder, '--app', 'rolling']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, warning);
  const again = await cli.run(['import', folder, '--app', 'rolling']);
  assert.doesNotMatch(again.stderr, /still rolling/);
});
