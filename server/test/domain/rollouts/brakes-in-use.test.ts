import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refusal } from '../../../src/domain/model/errors.ts';
import { createRollingWorld, hour, planOf } from './rolling-world.ts';

const refused = (code: string) => (error: unknown) => (error as Refusal).code === code;

describe('the brakes of a rollout', () => {
  it('pause it once at five failures of five, with the reason', async () => {
    const { supervisor, rollout, report, actions, halts, clock } = await createRollingWorld();
    await report(4, 0);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'rolling');
    await report(1, 0);
    await Promise.all(Array.from({ length: 6 }, () => supervisor.evaluateAll()));
    const { state, stopped, permille } = await rollout();
    assert.deepEqual([state, stopped?.by, permille], ['paused', 'brake', 10]);
    assert.equal(stopped?.reason, 'health: 5 of 5 outcomes were bad');
    assert.deepEqual((await actions()).slice(2), ['rollout.halt by service']);
    assert.deepEqual(
      halts.map(({ app, version, source, bad, good }) => [app, version, source, bad, good]),
      [['app', '2.0.0', 'health', 5, 0]],
    );
    clock.advance(100 * hour);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'paused', 'until a person resumes it');
  });

  it('evaluate a health report immediately, without waiting for the job', async () => {
    const { report, halts, actions } = await createRollingWorld();
    assert.equal((await report(4, 0)).rollout.state, 'rolling');
    assert.equal((await report(1, 0)).rollout.state, 'paused');
    assert.equal(halts.length, 1);
    assert.equal((await actions()).at(-1), 'rollout.halt by service');
  });

  it('take precedence over a step that is due', async () => {
    const { supervisor, rollout, report, clock } = await createRollingWorld();
    await report(5, 0);
    clock.advance(24 * hour);
    await supervisor.evaluateAll();
    assert.deepEqual([(await rollout()).state, (await rollout()).permille], ['paused', 10]);
  });

  it('start again from zero after a resume', async () => {
    const { supervisor, rolloutControl, rollout, report, caller, id } = await createRollingWorld();
    await report(5, 0);
    await supervisor.evaluateAll();
    await report(3, 0);
    await rolloutControl.resume(caller, id, undefined);
    assert.deepEqual((await supervisor.getStatus('app', id)).evidence, []);
    await report(4, 0);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'rolling');
    await report(1, 0);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'paused');
  });

  it('hold a single bad target, and pause the rollout when none is left', async () => {
    const { supervisor, rollout, report, actions, checkExplanations, halts, clock } =
      await createRollingWorld();
    for (const target of ['linux', 'windows']) await report(0, 50, { target });
    await report(10, 10, { target: 'mac' });
    await supervisor.evaluateAll();
    await supervisor.evaluateAll();
    assert.deepEqual([(await rollout()).state, (await rollout()).brakedTargets], ['rolling', ['mac']]);
    assert.deepEqual(
      halts.map(({ target }) => target),
      ['mac'],
    );
    const query = { channel: 'stable', target: 'mac' };
    const client = { currentVersion: '0.1.0', manual: true };
    const { release, considered } = await checkExplanations.explain('app', query, client);
    assert.equal(release?.version, '1.0.0');
    assert.match(considered[0]?.reason ?? '', /^A brake stopped it for mac\. Resume or complete/);
    clock.advance(24 * hour);
    await supervisor.evaluateAll();
    assert.equal((await rollout()).permille, 100, 'the others go on');
    await report(30, 0, { target: 'linux' });
    await supervisor.evaluateAll();
    await report(30, 0, { target: 'windows' });
    await supervisor.evaluateAll();
    assert.equal((await rollout()).state, 'paused');
    assert.ok((await actions()).filter((action) => action === 'rollout.halt by service').length >= 2);
  });

  it('do nothing if off, and warn once if set to warn', async () => {
    for (const health of ['off', 'warn'] as const) {
      const { supervisor, rollout, report, warnings, healthReports, caller, id } = await createRollingWorld({
        brakes: { health },
      });
      await report(50, 0);
      await supervisor.evaluateAll();
      await supervisor.evaluateAll();
      assert.equal((await rollout()).state, 'rolling');
      assert.deepEqual(warnings, health === 'warn' ? ['brake-warns'] : []);
      const result = await healthReports.haltByVerdict(caller, id, 'I saw it crash');
      assert.equal(result.rollout.state, 'rolling');
      assert.deepEqual(
        result.warnings.map(({ code }) => code),
        [health === 'warn' ? 'brake-warns' : 'brake-off'],
      );
    }
  });

  it('warn if the previous release already exceeded the acceptable rate', async () => {
    const { supervisor, rolloutControl, report, caller, id, release } = await createRollingWorld({
      brakes: { acceptable: 3, bad: 10 },
    });
    await report(4, 196);
    await rolloutControl.complete(caller, id);
    const next = await release('app', { version: '3.0.0' }, ['linux']);
    await rolloutControl.plan(caller, next, planOf());
    const { warnings } = await supervisor.getStatus('app', next);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['brake-too-tight'],
    );
    assert.match(warnings[0]?.detail ?? '', /2\.0% of outcomes of 2\.0\.0 were failures/);
    await rolloutControl.plan(caller, next, planOf({ brakes: { acceptable: 2, bad: 10 } }));
    assert.deepEqual((await supervisor.getStatus('app', next)).warnings, []);
  });
});

describe('a health report', () => {
  it('counts a batch once, and appears in the evidence', async () => {
    const { supervisor, report, id } = await createRollingWorld();
    await report(1, 10, { batch: 'a', target: 'linux' });
    await report(1, 10, { batch: 'a', target: 'linux' });
    await report(2, 20, { batch: 'b' });
    const { evidence } = await supervisor.getStatus('app', id);
    assert.deepEqual(
      evidence.map(({ source, target, bad, good }) => [source, target, bad, good]),
      [
        ['health', undefined, 3, 30],
        ['health', 'linux', 1, 10],
      ],
    );
  });

  it('is refused for an unknown target or release and after the rollout', async () => {
    const { report, healthReports, rolloutControl, caller, id, baseId, withdrawals } =
      await createRollingWorld();
    await assert.rejects(report(1, 0, { target: 'beos' }), refused('invalid-fields'));
    await assert.rejects(
      healthReports.recordOutcomes(caller, baseId, { bad: 1, good: 0 }),
      refused('not-found'),
    );
    await assert.rejects(
      healthReports.recordOutcomes(caller, 'rel_none', { bad: 1, good: 0 }),
      refused('not-found'),
    );
    await rolloutControl.complete(caller, id);
    await assert.rejects(report(1, 0), refused('rollout-over'));
    await assert.rejects(healthReports.haltByVerdict(caller, id, 'x'), refused('rollout-over'));
    await withdrawals.withdraw(caller, id, 'x');
    await assert.rejects(report(1, 0), refused('not-published'));
  });

  it('with a verdict halts immediately in the name of its sender; a second one changes nothing', async () => {
    const { healthReports, rollout, caller, id, actions, halts, rolloutControl } = await createRollingWorld();
    await healthReports.haltByVerdict(caller, id, 'crashes on start');
    await healthReports.haltByVerdict(caller, id, 'still does');
    const { state, stopped } = await rollout();
    assert.deepEqual([state, stopped?.by, stopped?.reason], ['paused', 'brake', 'crashes on start']);
    assert.deepEqual((await actions()).slice(2), ['rollout.halt by admin']);
    assert.equal(halts.length, 1);
    await rolloutControl.resume(caller, id, undefined);
    assert.equal((await rollout()).state, 'rolling');
  });

  it('with a verdict records the outcomes since the resume', async () => {
    const { healthReports, report, caller, id, halts, rolloutControl } = await createRollingWorld();
    await report(5, 0);
    await rolloutControl.resume(caller, id, undefined);
    await report(1, 7);
    await healthReports.haltByVerdict(caller, id, 'deletes the settings');
    assert.deepEqual(
      halts.map(({ bad, good }) => [bad, good]),
      [
        [5, 0],
        [1, 7],
      ],
    );
  });

  it('does not change a paused rollout', async () => {
    const { report, healthReports, rollout, rolloutControl, caller, id, supervisor } =
      await createRollingWorld();
    await rolloutControl.pause(caller, id, 'lunch');
    await report(50, 0);
    await healthReports.haltByVerdict(caller, id, 'bad');
    await supervisor.evaluateAll();
    assert.deepEqual((await rollout()).stopped?.by, 'publisher');
  });
});
