import assert from 'node:assert/strict';
import test from 'node:test';
import { commands } from '../src/commands/table.ts';
import { openCommandStage } from './commands/stage.ts';
import { makeFolder } from './folder.ts';
import { brakeTests } from './rollouts/brakes.ts';
import { clientTests } from './rollouts/clients.ts';
import { createRolloutStage } from './rollouts/stage.ts';
import { stoppedTests } from './rollouts/stopped.ts';

/* Tests rollout commands against a real server, from planning to an incident. */

const stage = await openCommandStage();
const { service, cli, run, read, makeApp } = stage;

const { publish, published, offerTo } = createRolloutStage(stage);

clientTests(stage);
brakeTests(stage);
stoppedTests(stage);

test('publish --rollout prints the clients, starts the first step, and verifies the offer', async () => {
  const { anyone } = await makeApp('careful');
  await published('careful', '1.1.0');
  const ended = await published('careful', '1.2.0', [
    '--rollout',
    '0.1,10@24h,100@24h+approval',
    '--fleet-size',
    '98000',
  ]);
  assert.match(ended.stderr, /Rollout: 0\.1% \(about 98 of 98,000 clients\); then 10% after 24 h, everyone/);
  assert.match(
    ended.stdout,
    /1\.2\.0 on stable is rolling out at 0\.1% \(about 98 of 98,000 clients\)\.\nNext: 10%/,
  );
  assert.match(
    ended.stdout,
    /rollout watch 1\.2\.0.*Pause it: slipway rollout pause 1\.2\.0 --app careful\n/,
  );
  assert.match(ended.stdout, /Verified as a manual check:[\s\S]*offers 1\.2\.0/);
  const question = { channel: 'stable', target: 'linux', arch: 'x86_64', currentVersion: '1.0.0' };
  assert.equal((await anyone.check(question))?.version, '1.1.0', 'all others get the release before');
  const again = await published('careful', '1.2.0', ['--rollout', 'standard']);
  assert.match(again.stderr, /1\.2\.0 is already published; --rollout is ignored/);
  const { object } = await read(['rollout', 'show', '--app', 'careful']);
  assert.equal((object.rollout as { percent: number }).percent, 0.1, 'a second run draws nothing back');
  const listed = await run(['releases', '--app', 'careful']);
  assert.match(listed.stdout, /1\.2\.0\s+stable\s+published, rolling 0\.1%/);
  assert.match(
    (await run(['doctor', '--read-only', '--app', 'careful'])).stdout,
    /ok {2,}clients\s+Clients get 1\.2\.0/,
  );
});

test('publish warns that it pauses an unfinished rollout, and names the clients of the new one', async () => {
  await makeApp('over');
  await published('over', '1.0.0');
  await published('over', '1.1.0', ['--rollout', '20', '--fleet-size', '1000']);
  const dry = await published('over', '1.2.0', ['--dry-run']);
  assert.match(
    dry.stderr,
    /warning: 1\.1\.0 is still rolling out \(20%\)\. Publishing 1\.2\.0 pauses it, and 1\.2\.0 goes to everyone; pass --rollout/,
  );
  const json = await published('over', '1.2.0', ['--dry-run', '--rollout', '5', '--json']);
  const plan = json.objects.find(({ event }) => event === 'plan');
  assert.deepEqual(plan?.pauses, [{ version: '1.1.0', percent: 20 }]);
  assert.deepEqual(plan?.rollout, { steps: [{ percent: 5 }] });
  const staged = await published('over', '1.2.0', ['--rollout', '20', '--cohort', 'qa']);
  assert.match(staged.stderr, /1\.2\.0 pauses it, and the clients it reached get the new one first/);
  assert.match(staged.stderr, /Fleet size unknown.*--fleet-size/);
  assert.match(staged.stdout, /Verified as cohort qa:/);
  const all = await run(['rollout', 'list', '--all', '--app', 'over']);
  assert.match(
    all.stdout,
    /1\.2\.0\s+stable\s+rolling\s+20%[\s\S]*1\.1\.0\s+stable\s+paused\s+20%.*1\.2\.0 was published/,
  );
  assert.doesNotMatch((await read(['rollout', 'list', '--app', 'over'])).text, /1\.1\.0/);
  const everyone = await published('over', '1.3.0');
  assert.match(everyone.stderr, /1\.2\.0 is still rolling out/);
  assert.match((await run(['rollout', '--app', 'over'])).stdout, /^No active rollouts\.\n$/);
});

test('a rollout of the first release in a channel is rejected before anything is sent', async (t) => {
  await makeApp('first');
  const refused = await publish('first', '1.0.0', ['--rollout', 'standard']);
  assert.equal(refused.code, 3);
  assert.match(
    refused.stderr,
    /stable has no release that is available to everyone yet.*\[no-base\]\nNothing was uploaded\. Publish the first release on this channel to everyone\. Leave out --rollout/,
  );
  assert.deepEqual((await service.client.listReleases('first')).releases, []);
  const { secret } = await service.client.createKey('first', { name: 'ci', scopes: ['publish'] });
  const folder = await makeFolder(t, { a: 'a' });
  const words = [
    'publish',
    '--app',
    'first',
    '--release',
    '1.0.0',
    '--target',
    'linux-x86_64=a',
    '--rollout',
    'fast',
  ];
  const unread = await run(words, { cwd: folder, env: { SLIPWAY_KEY: secret } });
  assert.equal(unread.code, 3, 'who may not read hears it from the service');
  assert.match(unread.stderr, /no earlier release that is available to everyone[\s\S]*Leave out --rollout/);
  for (const wrong of [
    ['--rollout', '50,10'],
    ['--over', '72'],
    ['--cohort', 'qa'],
    ['--rollout', '1', '--brake', 'x=y'],
  ])
    assert.equal((await publish('first', '1.0.0', wrong)).code, 2, wrong.join(' '));
});

test('pause stops a rollout without a prompt, resume continues it, complete ends it', async () => {
  await makeApp('night');
  await published('night', '1.1.0');
  await published('night', '2.0.0', ['--rollout', '40,100', '--cohort', 'qa', '--fleet-size', '500']);
  const app = ['--app', 'night'];
  assert.equal(await offerTo('night', { cohort: 'qa' }), '2.0.0');
  const paused = await run(['rollout', 'pause', ...app]);
  assert.deepEqual([paused.code, paused.stderr], [0, '']);
  assert.match(
    paused.stdout,
    /^2\.0\.0 on stable is paused at 40% .*: paused by hand\. Nobody is offered it; clients that have it keep it\.\n/,
  );
  assert.match(paused.stdout, /rollout resume 2\.0\.0.*releases withdraw 2\.0\.0/);
  assert.equal(await offerTo('night', { cohort: 'qa' }), '1.1.0');
  const again = await run(['rollout', 'pause', '--reason', 'crashes', ...app]);
  assert.match(again.stdout, /: paused by hand\./, 'the first cause is kept');
  assert.match(again.stderr, /^It was already paused\.$/m);
  const stuck = await run(['rollout', 'advance', ...app]);
  assert.equal(stuck.code, 3);
  assert.match(stuck.stderr, /paused: paused by hand[\s\S]*slipway rollout resume/);
  const resumed = await read(['rollout', 'resume', '2.0.0', ...app]);
  assert.match(
    resumed.text,
    /rolling out at 40% \(about 200 of 500 clients\)\.\nNext: everyone, on .* \(in 2[34] h /,
  );
  const to = await read(['rollout', 'advance', '--percent', '12.5', ...app]);
  assert.match(
    to.text,
    /at 12\.5% \(about 63 of 500 clients\)\.\nStays at 12\.5%[\s\S]*Cohorts: qa \(at any percentage\)/,
  );
  assert.equal((await run(['rollout', 'advance', '--percent', '101', ...app])).code, 2);
  const done = await run(['rollout', 'complete', '--json', ...app]);
  assert.match(done.stdout, /"state":"done","percent":100/);
  const over = await run(['rollout', 'pause', '2.0.0', ...app]);
  assert.equal(over.code, 3);
  assert.match(
    over.stderr,
    /is done: the release is available to everyone[\s\S]*releases withdraw <version>/,
  );
  const nothing = await run(['rollout', 'pause', ...app]);
  assert.equal(nothing.code, 1);
  assert.match(
    nothing.stderr,
    /No rollout on stable\. 2\.0\.0 is the latest[\s\S]*releases withdraw 2\.0\.0/,
  );
  assert.equal((await run(['rollout', 'stop', ...app])).code, 2);
});

test('pause does not confuse an old paused rollout with the current release', async () => {
  await makeApp('stale');
  await published('stale', '1.0.0');
  await published('stale', '1.1.0', ['--rollout', '10', '--fleet-size', '1000']);
  const app = ['--app', 'stale'];
  assert.equal((await run(['rollout', 'pause', ...app])).code, 0);
  await published('stale', '1.2.0');
  const paused = await run(['rollout', 'pause', ...app]);
  assert.equal(paused.code, 1, paused.stdout);
  assert.match(paused.stderr, /No rollout on stable\. 1\.2\.0 is the latest[\s\S]*withdraw 1\.2\.0/);
  assert.equal((await run(['rollout', ...app])).stdout, 'No active rollouts.\n');
  assert.match((await run(['rollout', 'list', '--all', ...app])).stdout, /1\.1\.0\s+stable\s+paused/);
});

test('a plan on a draft waits for publishing; on a published release it restarts as a rollout', async () => {
  await makeApp('drawn');
  await published('drawn', '1.0.0');
  const app = ['--app', 'drawn'];
  const alone = await run(['rollout', 'plan', '1.0.0', ...app]);
  assert.equal(alone.code, 3);
  assert.match(
    alone.stderr,
    /no earlier release[\s\S]*Publish the first release on this channel to everyone\. Leave out --rollout/,
  );
  const upload = ['upload', '--release', '1.1.0', '--target', `linux-x86_64=${cli.bin}`, ...app];
  assert.equal((await run(upload)).code, 0);
  const planned = await run(['rollout', 'plan', '1.1.0', '--over', '72h', '--fleet-size', '1000', ...app]);
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(
    planned.stderr,
    /Planned: 1% \(about 10 of 1,000 clients\); then 2% after 12 h, 5% after 12 h/,
  );
  assert.match(planned.stdout, /The rollout of 1\.1\.0 on stable starts at 1%/);
  const ended = await run(['publish', '--release', '1.1.0', ...app]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stderr,
    /1\.1\.0 has a planned rollout starting at 1%\. Pass --rollout 100 to publish to everyone/,
  );
  assert.match(ended.stdout, /1\.1\.0 on stable is rolling out at 1%[^\n]*\nNext: 2%/);
  assert.equal((await run(['rollout', 'complete', ...app])).code, 0);
  assert.match(
    (await run(['rollout', 'show', '1.0.0', ...app])).stdout,
    /1\.0\.0 on stable has no rollout\. It is available to everyone\./,
  );
  const drawn = await run(['rollout', 'plan', '1.1.0', '--rollout', '5', '--fleet-size', '1000', ...app]);
  assert.match(drawn.stdout, /1\.1\.0 on stable is rolling out at 5% \(about 50 of 1,000 clients\)/);
});

test('watch follows a rollout to its end', async () => {
  await makeApp('watched');
  await published('watched', '1.0.0');
  await published('watched', '1.1.0', ['--rollout', '10', '--fleet-size', '1000']);
  const app = ['--app', 'watched'];
  let moved: Promise<unknown> | undefined;
  const { releases } = await service.client.listReleases('watched');
  const id = releases.find(({ version }) => version === '1.1.0')?.id ?? '';
  const ended = await run(['rollout', 'watch', '--every', '1s', ...app], {
    watch: () => {
      moved ??= service.client.completeRollout('watched', id);
    },
  });
  await moved;
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
  assert.match(
    ended.stdout,
    /rolling out at 10% \(about 100 of 1,000 clients\)\.\n[\s\S]*is available to everyone\. The rollout is done\.\n$/,
  );
  assert.equal((await run(['rollout', 'watch', '--every', 'often', ...app])).code, 2);
});

test('every rollout command was run here', () => {
  const names = commands.map(({ name }) => name).filter((name) => name.startsWith('rollout '));
  assert.deepEqual(
    names.filter((name) => !stage.used.has(name)),
    [],
  );
});
