import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import type { CommandStage } from './stage.ts';

export const releaseTests = ({ service, cli, run, read, publishVersion }: CommandStage): void => {
  test('releases are listed, shown, edited, withdrawn, restored, pruned and deleted', async (t) => {
    await service.client.createApp({ slug: 'three', adapter: 'rest' });
    const app = ['--app', 'three'];
    await publishVersion('three', '1.0.0');
    await service.client.createRelease('three', { version: '2.0.0' });
    assert.match(
      (await read(['releases', 'list', ...app])).text,
      /2\.0\.0\s+stable\s+draft[\s\S]*1\.0\.0\s+stable\s+published/,
    );
    assert.match(
      (await cli.run(['releases', ...app])).stdout,
      /2\.0\.0\s+stable\s+draft/,
      'a noun alone lists',
    );
    const drafts = await read(['releases', 'list', '--state', 'draft', '--limit', '1', ...app]);
    assert.equal((drafts.object.releases as unknown[]).length, 1);
    assert.match((await read(['releases', 'show', '1.0.0', ...app])).text, /linux-x86_64\s+\.js\s+.*active/);

    const first = await run(['releases', 'list', '--limit', '1', ...app]);
    const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1] ?? first.stderr;
    const rest = await run(['releases', 'list', '--limit', '1', '--cursor', cursor, ...app]);
    assert.match(rest.stdout, /1\.0\.0\s+stable\s+published/);
    assert.doesNotMatch(rest.stdout + rest.stderr, /2\.0\.0|More results/);

    const folder = await makeFolder(t, { 'NOTES.md': 'From a file' });
    for (const [name, fault] of [
      ['@.', /is a folder/],
      ['@no-such', /does not exist/],
    ] as const) {
      const unread = await run(['releases', 'notes', '1.0.0', name, ...app], { cwd: folder });
      assert.equal(unread.code, 2);
      assert.match(unread.stderr, fault);
    }
    await run(['releases', 'notes', '1.0.0', '@NOTES.md', ...app], { cwd: folder });
    assert.equal((await run(['releases', 'notes', '1.0.0', ...app])).stdout, 'From a file\n');

    assert.equal(
      (await run(['releases', 'withdraw', '1.0.0', '--reason', 'bad', ...app])).code,
      2,
      'needs --yes',
    );
    assert.equal((await run(['releases', 'withdraw', '1.0.0', '--yes', ...app])).code, 2, 'needs --reason');
    assert.equal((await run(['releases', 'withdraw', '1.0.0', '--reason', 'bad', '--yes', ...app])).code, 0);
    const withdrawn = await cli.run([
      'publish',
      '--release',
      '1.0.0',
      '--target',
      `linux-x86_64=${cli.bin}`,
      ...app,
    ]);
    assert.equal(withdrawn.code, 3);
    assert.match(withdrawn.stderr, /slipway releases restore 1\.0\.0/);
    assert.equal((await run(['releases', 'restore', '1.0.0', ...app])).stdout, 'Restored 1.0.0.\n');

    assert.equal((await run(['releases', 'delete', '2.0.0', ...app])).code, 2);
    assert.equal((await run(['releases', 'delete', '2.0.0', '--yes', ...app])).stdout, 'Deleted 2.0.0.\n');
    const stays = await run(['releases', 'delete', '1.0.0', ...app]);
    assert.equal(stays.code, 3, 'what is published stays');
    assert.match(
      stays.stderr,
      /^error: 1\.0\.0 is published[\s\S]*releases withdraw 1\.0\.0[\s\S]*prune 1\.0\.0/,
    );
    assert.doesNotMatch(stays.stderr, /This permanently deletes|--yes/);
    assert.equal((await run(['releases', 'show', '2.0.0', ...app])).code, 1);

    assert.equal((await run(['prune', '1.0.0', 'no-such', '--yes', ...app])).code, 2);
    assert.equal((await run(['prune', '1.0.0', ...app])).code, 2);
    assert.match((await run(['prune', '1.0.0', '--yes', ...app])).stdout, /^Pruned linux-x86_64: /);
    assert.equal((await run(['prune', '1.0.0', '--yes', ...app])).stdout, 'Nothing to prune.\n');
    assert.match((await run(['releases', 'show', '1.0.0', ...app])).stdout, /pruned/);
  });

  test('the effects on clients are printed before the confirmation', async () => {
    await service.client.createApp({ slug: 'foreseen', adapter: 'rest' });
    const app = ['--app', 'foreseen'];
    for (const version of ['1.4.2', '1.5.0']) await publishVersion('foreseen', version);
    const withdraw = ['releases', 'withdraw', '1.5.0', '--reason', 'bad', ...app];
    const unconfirmed = await run(withdraw);
    assert.equal(unconfirmed.code, 2);
    assert.match(
      unconfirmed.stderr,
      /^This withdraws foreseen 1\.5\.0 on stable\.\nAfter this, clients are offered:\n {2}1\.4\.2 on linux-x86_64\nHTTP caches may serve the old response for up to 6 minutes\./,
    );
    assert.equal((await run([...withdraw, '--yes'])).code, 0);
    const restored = await run(['releases', 'restore', '1.5.0', ...app]);
    assert.match(restored.stderr, /^After this, clients are offered:\n {2}1\.5\.0 on linux-x86_64\n/);
    const older = await run(['prune', '1.4.2', ...app]);
    assert.match(
      older.stderr,
      /After this, clients are offered:\n {2}1\.5\.0 \(unchanged\) on linux-x86_64\n/,
    );
    assert.doesNotMatch(older.stderr, /caches/, 'nothing changes for anyone');
    assert.equal((await run(['prune', '1.4.2', '--yes', ...app])).code, 0);
    const last = await run(['prune', '1.5.0', 'linux-x86_64', ...app]);
    assert.match(last.stderr, /After this, clients are offered:\n {2}nothing on linux-x86_64\n/);
  });

  test('withdrawing or restoring twice prints the current state and the pruned targets', async () => {
    await service.client.createApp({ slug: 'twice', adapter: 'rest' });
    const app = ['--app', 'twice'];
    await publishVersion('twice', '1.0.0');
    assert.equal((await run(['releases', 'restore', '1.0.0', ...app])).stdout, '1.0.0 is not withdrawn.\n');
    const withdraw = ['releases', 'withdraw', '1.0.0', '--reason', 'bad', '--yes', ...app];
    assert.equal((await run(withdraw)).code, 0);
    const again = await run(withdraw);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, /^1\.0\.0 is already withdrawn/);
    assert.equal((await run(['prune', '1.0.0', '--yes', ...app])).code, 0);
    const restored = await run(['releases', 'restore', '1.0.0', ...app]);
    assert.equal(restored.stdout, 'Restored 1.0.0.\n');
    assert.match(restored.stderr, /^warning: its files for linux-x86_64 were pruned/);
    assert.match((await run(['releases', ...app])).stdout, /published .*linux-x86_64 \(pruned\)/);
  });

  test('policies are set, extended, cleared and shown', async () => {
    await service.client.createApp({ slug: 'gated', adapter: 'rest' });
    const app = ['--app', 'gated'];
    await publishVersion('gated', '1.0.0');
    await publishVersion('gated', '2.0.0');
    const policy = ['releases', 'policy', '2.0.0', ...app];
    assert.equal((await read(policy)).text, '2.0.0 on stable has no rules: every client can get it.\n');
    const rules = [
      '--milestone',
      'moves settings',
      '--critical',
      '--from-at-least',
      '1.0.0',
      '--not-from',
      '1.4.1',
    ];
    const set = await run([...policy, ...rules]);
    assert.equal(set.code, 0, set.stderr);
    assert.match(
      set.stdout,
      /Milestone: moves settings\n.*Critical: .*\n.*older than 1\.0\.0\.\n.*on 1\.4\.1\.\n/,
    );
    assert.match(set.stderr, /up to six minutes/);
    const hold = await run([...policy, '--not-from', '1.4.2', '--hold', 'linux-x86_64']);
    assert.match(hold.stdout, /on 1\.4\.1, 1\.4\.2\.\n {2}Held targets: linux-x86_64\n/);
    const check = await run(['check', 'linux', 'x86_64', '0.9.0', ...app]);
    assert.match(check.stdout, / gets 1\.0\.0\.[\s\S]*2\.0\.0\s+target-held/);
    assert.match((await run(['releases', 'show', '2.0.0', ...app])).stdout, /Held targets: linux-x86_64/);
    const slip = await run([...policy, '--hold', 'linux-x64']);
    assert.equal(slip.code, 2);
    assert.match(slip.stderr, /2\.0\.0 has no target linux-x64\.\nTargets: linux-x86_64\./);
    const back = ['--no-milestone', '--no-critical', '--from-any', '--unhold', 'all'];
    assert.equal(
      (await run([...policy, ...back])).stdout,
      '2.0.0 on stable has no rules: every client can get it.\n',
    );
  });
};
