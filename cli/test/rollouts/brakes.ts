import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandStage } from '../commands/stage.ts';
import { createRolloutStage } from './stage.ts';

export const brakeTests = (stage: CommandStage): void => {
  const { run, read, makeApp, service } = stage;
  const { published } = createRolloutStage(stage);

  const idOf = async (slug: string, version: string): Promise<string> => {
    const { releases } = await service.client.listReleases(slug);
    return releases.find((release) => release.version === version)?.id ?? assert.fail(version);
  };

  test('a brake halts: watch exits with 1, show prints the evidence, and only a person resumes', async () => {
    await makeApp('braked');
    await published('braked', '1.0.0');
    const rolling = ['--rollout', '5,100', '--fleet-size', '1000'];
    await published('braked', '1.1.0', rolling);
    const app = ['--app', 'braked'];
    const key = await run(['keys', 'create', 'sentry', '--scopes', 'report', ...app]);
    assert.equal(key.code, 0, key.stderr);
    const id = await idOf('braked', '1.1.0');
    let pendingReport: Promise<unknown> | undefined;
    const watched = await run(['rollout', 'watch', '--every', '1s', ...app], {
      watch: () => {
        pendingReport ??= service.client.reportHealth('braked', id, { good: 0, bad: 9 });
      },
    });
    await pendingReport;
    assert.equal(watched.code, 1, watched.stdout + watched.stderr);
    assert.match(
      watched.stderr,
      /^error: 1\.1\.0 on stable was halted by a brake at 5% .*\nEvidence: slipway rollout show 1\.1\.0 --app braked /,
    );
    const view = await read(['rollout', 'show', ...app]);
    assert.match(
      view.text,
      /halted by a brake[\s\S]*source\s+target\s+failures\s+successes[\s\S]*health\s+all\s+9\s+0/,
    );
    assert.match((await run(['rollout', ...app])).stdout, /1\.1\.0\s+stable\s+halted\s+5%/);
    const unasked = await run(['rollout', 'complete', ...app]);
    assert.equal(unasked.code, 2, 'what was halted is not given to everyone by the way');
    assert.match(unasked.stderr, /was halted by a brake[\s\S]*This offers 1\.1\.0 to everyone anyway/);
    assert.match((await run(['rollout', 'resume', ...app])).stdout, /is rolling out at 5%/);
    assert.equal((await run(['rollout', 'complete', '--yes', ...app])).code, 0);
  });

  test('rollout report counts a batch once, halts by counts or by a verdict, and says so', async () => {
    await makeApp('told');
    await published('told', '1.0.0');
    await published('told', '1.1.0', ['--rollout', '5,100', '--fleet-size', '1000']);
    const app = ['--app', 'told'];
    const outcomes = ['--good', '40', '--bad', '1', '--target', 'linux-x86_64', '--batch', 'ten'];
    for (const version of [[], ['1.1.0']])
      assert.match(
        (await read(['rollout', 'report', ...version, ...outcomes, ...app])).text,
        /rolling out at 5%/,
      );
    const { evidence } = await service.client.getRollout('told', await idOf('told', '1.1.0'));
    assert.deepEqual([evidence[0]?.good, evidence[0]?.bad], [40, 1]);
    const halted = await read(['rollout', 'report', '--bad', '30', ...app]);
    assert.match(halted.text, /^1\.1\.0 on stable was halted by a brake at 5% [\s\S]*rollout resume 1\.1\.0/);
    assert.equal((halted.object.rollout as { state: string }).state, 'paused');
    assert.equal((await run(['rollout', 'resume', ...app])).code, 0);
    const verdict = ['--verdict', 'bad', '--reason', 'deletes the settings'];
    const condemned = await run(['rollout', 'report', '1.1.0', ...verdict, ...app]);
    assert.match(condemned.stdout, /halted by a brake at 5% \(.*\): deletes the settings\./);
  });

  test('a key with only the report scope needs the release ID, and the error says so', async () => {
    await makeApp('keyed');
    await published('keyed', '1.0.0');
    await published('keyed', '1.1.0', ['--rollout', '5,100', '--fleet-size', '1000']);
    const { secret } = await service.client.createKey('keyed', { name: 'crashes', scopes: ['report'] });
    const id = await idOf('keyed', '1.1.0');
    const report = (words: string[]) =>
      run(['rollout', 'report', ...words, '--app', 'keyed'], { env: { SLIPWAY_KEY: secret } });
    for (const name of [[], ['1.1.0']]) {
      const refused = await report([...name, '--bad', '1']);
      assert.notEqual(refused.code, 0);
      assert.match(refused.stderr, /scope read.*\nName the release by ID/);
    }
    const accepted = await report([id, '--good', '9', '--bad', '0']);
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.match(accepted.stdout, new RegExp(`^${id} is rolling out at 5%`));
    for (const words of [
      [],
      ['--reason', 'x'],
      ['--good', '-1'],
      ['--bad', '1.5'],
      ['--verdict', 'bad'],
      ['--verdict', 'good', '--reason', 'x'],
      ['--verdict', 'bad', '--reason', ' '],
      ['--verdict', 'bad', '--reason', 'x', '--bad', '1'],
    ])
      assert.equal((await report([id, ...words])).code, 2, words.join(' '));
  });
};
