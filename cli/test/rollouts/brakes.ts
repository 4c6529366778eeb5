import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandStage } from '../commands/stage.ts';
import { createRolloutStage } from './stage.ts';

/** What a brake does, seen from the command line. */
export const brakeTests = (stage: CommandStage): void => {
  const { run, read, makeApp, service } = stage;
  const { published } = createRolloutStage(stage);

  test('a brake halts: watch ends with 1, show has the evidence, and only a person goes on', async () => {
    await makeApp('braked');
    await published('braked', '1.0.0');
    const rolling = ['--rollout', '5,100', '--fleet-size', '1000'];
    await published('braked', '1.1.0', rolling);
    const app = ['--app', 'braked'];
    const key = await run(['keys', 'create', 'sentry', '--scopes', 'report', ...app]);
    assert.equal(key.code, 0, key.stderr);
    const { releases } = await service.client.listReleases('braked');
    const id = releases.find(({ version }) => version === '1.1.0')?.id ?? '';
    let told: Promise<unknown> | undefined;
    const watched = await run(['rollout', 'watch', '--every', '1s', ...app], {
      watch: () => {
        told ??= service.client.reportHealth('braked', id, { good: 0, bad: 9 });
      },
    });
    await told;
    assert.equal(watched.code, 1, watched.stdout + watched.stderr);
    assert.match(
      watched.stderr,
      /^error: 1\.1\.0 on stable was halted by a brake at 5 % .*\n`slipway rollout show 1\.1\.0`/,
    );
    const shown = await read(['rollout', 'show', ...app]);
    assert.match(
      shown.text,
      /halted by a brake[\s\S]*evidence\s+target\s+bad\s+good[\s\S]*health\s+all\s+9\s+0/,
    );
    assert.match((await run(['rollout', ...app])).stdout, /1\.1\.0\s+stable\s+halted\s+5 %/);
    const unasked = await run(['rollout', 'complete', ...app]);
    assert.equal(unasked.code, 2, 'what was halted is not given to everyone by the way');
    assert.match(unasked.stderr, /was halted by a brake[\s\S]*This gives 1\.1\.0 to everyone all the same/);
    assert.match((await run(['rollout', 'resume', ...app])).stdout, /is rolling out at 5 %/);
    assert.equal((await run(['rollout', 'complete', '--yes', ...app])).code, 0);
  });
};
