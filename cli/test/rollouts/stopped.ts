import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandStage } from '../commands/stage.ts';
import { createRolloutStage } from './stage.ts';

/** Messages about a stopped release must be correct, and their commands must work as printed. */
export const stoppedTests = (stage: CommandStage): void => {
  const { run, makeApp, service } = stage;
  const { published } = createRolloutStage(stage);

  test('printed commands act on the same release', async () => {
    await makeApp('printed');
    await service.client.createChannel('printed', { name: 'beta' });
    const beta = ['--channel', 'beta'];
    await published('printed', '2.0.0-beta.1', beta);
    const begun = await published('printed', '2.0.0-beta.2', [...beta, '--rollout', '5', '--cohort', 'qa']);
    const [command = ''] = /(?<=Pause it: )slipway rollout pause .*/.exec(begun.stdout) ?? [];
    assert.equal(command, 'slipway rollout pause 2.0.0-beta.2 --app printed --channel beta');
    const paused = await run(command.split(' ').slice(1));
    assert.equal(paused.code, 0, paused.stderr);
    assert.match(
      paused.stdout,
      /Resume: slipway rollout resume 2\.0\.0-beta\.2 --app printed --channel beta /,
    );
    assert.doesNotMatch(paused.stdout, /Cohorts:/, 'while it is paused they do not');
    const elsewhere = await run(['rollout', 'show', '--app', 'printed']);
    assert.match(elsewhere.stderr, /2\.0\.0-beta\.2 is rolling out on beta: add --channel beta/);
  });

  test('a withdrawn release is shown as withdrawn; after a restore it is listed as paused', async () => {
    await makeApp('recalled');
    await published('recalled', '1.0.0');
    await published('recalled', '1.1.0', ['--rollout', '5']);
    const app = ['--app', 'recalled'];
    const withdraw = ['releases', 'withdraw', '1.1.0', '--reason', 'bad', '--yes', ...app];
    assert.equal((await run(withdraw)).code, 0);
    const view = await run(['rollout', 'show', '1.1.0', ...app]);
    assert.match(view.stdout, /^1\.1\.0 on stable is withdrawn, and its rollout is paused at 5% .*: bad\./);
    assert.match(view.stdout, /Restore: slipway releases restore 1\.1\.0 --app recalled /);
    assert.doesNotMatch(view.stdout, /rollout resume/);
    const resumed = await run(['rollout', 'resume', '1.1.0', ...app]);
    assert.equal(resumed.code, 3);
    assert.match(resumed.stderr, /1\.1\.0 is withdrawn\. Restore it first[\s\S]*releases restore/);
    const restored = await run(['releases', 'restore', '1.1.0', ...app]);
    assert.match(restored.stderr, /still paused\. Resume it: slipway rollout resume 1\.1\.0/);
    assert.match((await run(['rollout', ...app])).stdout, /1\.1\.0\s+stable\s+paused/);
    assert.match(
      (await run(['rollout', 'show', ...app])).stdout,
      /was withdrawn and restored, but its rollout is still paused at 5%/,
    );
    assert.match((await run(['rollout', 'resume', ...app])).stdout, /is rolling out at 5%/);
  });

  test('a release without a rollout is described by its state, and a plan needs a version', async () => {
    await makeApp('plain');
    await published('plain', '1.0.0');
    const app = ['--app', 'plain'];
    const upload = ['upload', '--release', '1.1.0', '--target', `linux-x86_64=${stage.cli.bin}`, ...app];
    assert.equal((await run(upload)).code, 0);
    const out = await run(['rollout', 'pause', '1.0.0', ...app]);
    assert.equal(out.code, 3);
    assert.match(
      out.stderr,
      /1\.0\.0 on stable has no rollout\. It is available to everyone\.\n.*releases withdraw 1\.0\.0/,
    );
    const draft = await run(['rollout', 'pause', '1.1.0', ...app]);
    assert.match(
      draft.stderr,
      /has no rollout\. It will be available to everyone once published\.\nPlan one: slipway rollout plan 1\.1\.0/,
    );
    assert.equal((await run(['rollout', 'plan', ...app])).code, 2);
    const sized = await run(['rollout', 'simulate', '1.1.0', '--fleet-size', '98000', ...app]);
    assert.equal(sized.code, 0, sized.stderr);
    assert.match(sized.stdout, /^1\.1\.0 on stable: 1% \(about 980 of 98,000 clients\); then 10%/);
    assert.doesNotMatch(sized.stdout, /more than the steps reach/);
  });

  test('a pause without a version names the other rollouts of the channel', async () => {
    await makeApp('both');
    await published('both', '1.0.0');
    await published('both', '1.1.0', ['--rollout', '5']);
    await published('both', '1.2.0', ['--rollout', '5']);
    const app = ['--app', 'both'];
    assert.equal((await run(['rollout', 'resume', '1.1.0', ...app])).code, 0);
    const paused = await run(['rollout', 'pause', ...app]);
    assert.match(paused.stdout, /^1\.2\.0 on stable is paused/);
    assert.match(
      paused.stderr,
      /1\.1\.0 is also rolling out on stable\. Pause it: slipway rollout pause 1\.1\.0 --app both\n/,
    );
    const higher = await run(['rollout', 'resume', '1.1.0', '--percent', '50', ...app]);
    assert.match(
      higher.stderr,
      /not paused, so --percent is ignored\. Go there: slipway rollout advance 1\.1\.0 --percent 50/,
    );
    const over = await run(['rollout', 'advance', '1.1.0', ...app]);
    assert.match(
      over.stderr,
      /No step is left: the rollout stays at 5%[\s\S]*rollout advance <version> --percent/,
    );
  });
};
