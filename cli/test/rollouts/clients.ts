import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandStage } from '../commands/stage.ts';
import { createRolloutStage } from './stage.ts';

/** Tests eligibility, and a release that testers got first. */
export const clientTests = (stage: CommandStage): void => {
  const { run, read, makeApp, service } = stage;
  const { published, offerTo } = createRolloutStage(stage);

  test('check prints the rollout status of a client', async () => {
    await makeApp('standing');
    await published('standing', '1.1.0');
    await published('standing', '1.2.0', ['--rollout', '30', '--cohort', 'qa', '--fleet-size', '1000']);
    const check = ['check', 'linux', 'x86_64', '1.0.0', '--app', 'standing'];
    const ids = Array.from({ length: 40 }, (_, index) => `client-${index}`);
    const offers = await Promise.all(ids.map((client) => offerTo('standing', { client })));
    const [inside = '', outside = ''] = ['1.2.0', '1.1.0'].map((version) => ids[offers.indexOf(version)]);
    const isIn = await read([...check, '--client', inside]);
    assert.match(
      isIn.text,
      / gets 1\.2\.0\.\n1\.2\.0 is rolling out at 30%\. This client is included: its ID is in bucket [\d.]+%\./,
    );
    assert.match(String(isIn.object.address), new RegExp(`\\?client=${inside}$`));
    const isOut = await run([...check, '--client', outside]);
    assert.match(
      isOut.stdout,
      / gets 1\.1\.0\.\n1\.2\.0 is rolling out at 30%\. This client is not included yet: its ID is in bucket/,
    );
    assert.equal(isIn.text.includes('cache') || isOut.stderr.includes('cache'), false, isOut.stderr);
    const nameless = await run(check);
    assert.match(nameless.stdout, /bucketed by network\. Pass --client <id> or --network <address>\./);
    assert.equal(nameless.stderr, '');
    assert.match(
      (await run([...check, '--network', '203.0.113.7'])).stdout,
      /its network is in bucket [\d.]+%/,
    );
    assert.match((await run([...check, '--cohort', 'qa'])).stdout, /is included: it is in a listed cohort\./);
    assert.match(
      (await run([...check, '--manual'])).stdout,
      /is included: it is a manual check \(“Check now”\)\./,
    );
    assert.equal((await run([...check, '--client', 'no id'])).code, 2);
    assert.equal((await run(['rollout', 'pause', '--app', 'standing'])).code, 0);
    assert.match(
      (await run([...check, '--client', inside])).stdout,
      /1\.2\.0 is paused at 30%: no client gets it\./,
    );
  });

  test('simulate previews a plan, and changes nothing', async () => {
    await makeApp('simulated');
    await published('simulated', '1.0.0');
    const app = ['--app', 'simulated'];
    await published('simulated', '1.1.0', ['--rollout', 'fast', '--fleet-size', '1000']);
    const simulation = await read(['rollout', 'simulate', ...app]);
    assert.match(
      simulation.text,
      /^1\.1\.0 on stable: 10% \(about 100 of 1,000 clients\); then 50% after 6 h, everyone/,
    );
    assert.match(simulation.text, /percent\s+from \(UTC\)\s+clients/);
    assert.equal((simulation.object.steps as unknown[]).length, 3);
    const other = await run(['rollout', 'simulate', '1.1.0', '--rollout', '1,100', ...app]);
    assert.equal(other.code, 0, other.stderr);
    assert.match(other.stdout, /on stable: 1%; then everyone after 24 h/);
    const { rollouts } = await service.client.listRollouts('simulated');
    assert.deepEqual([rollouts[0]?.percent, rollouts[0]?.steps.length], [10, 2]);
  });

  test('a tested release is promoted with the same bytes, as a rollout', async () => {
    await makeApp('promoted');
    await service.client.createChannel('promoted', { name: 'beta' });
    await published('promoted', '1.0.0');
    await published('promoted', '1.1.0', ['--channel', 'beta']);
    const app = ['--app', 'promoted'];
    const promote = ['releases', 'promote', '1.1.0', '--channel', 'beta', ...app];
    assert.equal((await run(promote)).code, 2, 'needs --to');
    const draft = await read([...promote, '--to', 'stable']);
    assert.match(draft.text, /It is a draft\. To publish it, run the same command with --publish\./);
    assert.equal((draft.object.release as { state: string }).state, 'draft', 'a second run continues it');
    const ended = await run([
      ...promote,
      '--to',
      'stable',
      '--publish',
      '--rollout',
      '10',
      '--fleet-size',
      '50',
    ]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(
      ended.stderr,
      /1\.1\.0 on stable \(rel_\w+\) has the same 1 file as 1\.1\.0 on beta\.\nRollout: 10% \(about 5 of 50 clients\)/,
    );
    assert.match(
      ended.stdout,
      /Published promoted 1\.1\.0 on stable[\s\S]*rolling out at 10%[\s\S]*offers 1\.1\.0/,
    );
    const again = await run([...promote, '--to', 'stable']);
    assert.match(again.stdout, /It is already published\./);
    await published('promoted', '1.2.0', ['--channel', 'beta']);
    const older = [
      'releases',
      'promote',
      '1.2.0',
      '--channel',
      'beta',
      '--to',
      'stable',
      '--release',
      '0.9.0',
      '--publish',
      ...app,
    ];
    const refused = await run(older);
    assert.deepEqual([refused.code, /\[older-version\]/.test(refused.stderr)], [1, true], refused.stderr);
    assert.equal((await run([...older, '--allow', 'older-version'])).code, 0);
  });
};
