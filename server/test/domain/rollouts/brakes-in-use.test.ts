import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refusal } from '../../../src/domain/model/errors.ts';
import { createRollingWorld, hour, planOf } from './rolling-world.ts';

const refused = (code: string) => (error: unknown) => (error as Refusal).code === code;

describe('the brakes of a rollout', () => {
  it('pause it at five failures of five, once, and say why', async () => {
    const { watching, rollout, tell, actions, halts, clock } = await createRollingWorld();
    await tell(4, 0);
    await watching.watch();
    assert.equal((await rollout()).state, 'rolling');
    await tell(1, 0);
    await Promise.all(Array.from({ length: 6 }, () => watching.watch()));
    const { state, stopped, permille } = await rollout();
    assert.deepEqual([state, stopped?.by, permille], ['paused', 'brake', 10]);
    assert.equal(stopped?.reason, 'health: 5 of 5 outcomes were bad');
    assert.deepEqual((await actions()).slice(2), ['rollout.halt by service']);
    assert.deepEqual(
      halts.map(({ app, version, source, bad, good }) => [app, version, source, bad, good]),
      [['app', '2.0.0', 'health', 5, 0]],
    );
    clock.advance(100 * hour);
    await watching.watch();
    assert.equal((await rollout()).state, 'paused', 'until a person resumes it');
  });

  it('judge what is told as soon as it is, without waiting for the job', async () => {
    const { tell, halts, actions } = await createRollingWorld();
    assert.equal((await tell(4, 0)).rollout.state, 'rolling');
    assert.equal((await tell(1, 0)).rollout.state, 'paused');
    assert.equal(halts.length, 1);
    assert.equal((await actions()).at(-1), 'rollout.halt by service');
  });

  it('come before a step that is due', async () => {
    const { watching, rollout, tell, clock } = await createRollingWorld();
    await tell(5, 0);
    clock.advance(24 * hour);
    await watching.watch();
    assert.deepEqual([(await rollout()).state, (await rollout()).permille], ['paused', 10]);
  });

  it('begin anew when it is resumed', async () => {
    const { watching, rollingOut, rollout, tell, caller, id } = await createRollingWorld();
    await tell(5, 0);
    await watching.watch();
    await tell(3, 0);
    await rollingOut.resume(caller, id, undefined);
    assert.deepEqual((await watching.show('app', id)).evidence, []);
    await tell(4, 0);
    await watching.watch();
    assert.equal((await rollout()).state, 'rolling');
    await tell(1, 0);
    await watching.watch();
    assert.equal((await rollout()).state, 'paused');
  });

  it('hold a bad target by itself, and pause when none is left', async () => {
    const { watching, rollout, tell, actions, updating, halts, clock } = await createRollingWorld();
    for (const target of ['linux', 'windows']) await tell(0, 50, { target });
    await tell(10, 10, { target: 'mac' });
    await watching.watch();
    await watching.watch();
    assert.deepEqual([(await rollout()).state, (await rollout()).brakedTargets], ['rolling', ['mac']]);
    assert.deepEqual(
      halts.map(({ target }) => target),
      ['mac'],
    );
    const asked = { channel: 'stable', target: 'mac' };
    const client = { currentVersion: '0.1.0', manual: true };
    const { release, considered } = await updating.explain('app', asked, client);
    assert.equal(release?.version, '1.0.0');
    assert.match(considered[0]?.reason ?? '', /^A brake stopped it for mac, until someone resumes/);
    clock.advance(24 * hour);
    await watching.watch();
    assert.equal((await rollout()).permille, 100, 'the others go on');
    await tell(30, 0, { target: 'linux' });
    await watching.watch();
    await tell(30, 0, { target: 'windows' });
    await watching.watch();
    assert.equal((await rollout()).state, 'paused');
    assert.ok((await actions()).filter((action) => action === 'rollout.halt by service').length >= 2);
  });

  it('that are off do nothing, and that warn say so once', async () => {
    for (const health of ['off', 'warn'] as const) {
      const { watching, rollout, tell, warnings, reporting, caller, id } = await createRollingWorld({
        brakes: { health },
      });
      await tell(50, 0);
      await watching.watch();
      await watching.watch();
      assert.equal((await rollout()).state, 'rolling');
      assert.deepEqual(warnings, health === 'warn' ? ['brake-warns'] : []);
      const heard = await reporting.condemn(caller, id, 'I saw it crash');
      assert.equal(heard.rollout.state, 'rolling');
      assert.deepEqual(
        heard.warnings.map(({ code }) => code),
        [health === 'warn' ? 'brake-warns' : 'brake-off'],
      );
    }
  });

  it('warn where the release before was no better', async () => {
    const { watching, rollingOut, tell, caller, id, release } = await createRollingWorld({
      brakes: { acceptable: 3, bad: 10 },
    });
    await tell(4, 196);
    await rollingOut.complete(caller, id);
    const next = await release('app', { version: '3.0.0' }, ['linux']);
    await rollingOut.plan(caller, next, planOf());
    const { warnings } = await watching.show('app', next);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['brake-too-tight'],
    );
    assert.match(warnings[0]?.detail ?? '', /2\.0% of the outcomes of 2\.0\.0/);
    await rollingOut.plan(caller, next, planOf({ brakes: { acceptable: 2, bad: 10 } }));
    assert.deepEqual((await watching.show('app', next)).warnings, []);
  });
});

describe('what is told of a release', () => {
  it('counts a batch once, and shows what it comes to', async () => {
    const { watching, tell, id } = await createRollingWorld();
    await tell(1, 10, { batch: 'a', target: 'linux' });
    await tell(1, 10, { batch: 'a', target: 'linux' });
    await tell(2, 20, { batch: 'b' });
    const { evidence } = await watching.show('app', id);
    assert.deepEqual(
      evidence.map(({ source, target, bad, good }) => [source, target, bad, good]),
      [
        ['health', undefined, 3, 30],
        ['health', 'linux', 1, 10],
      ],
    );
  });

  it('is refused where there is nothing to tell', async () => {
    const { tell, reporting, rollingOut, caller, id, baseId, withdrawing } = await createRollingWorld();
    await assert.rejects(tell(1, 0, { target: 'beos' }), refused('invalid-fields'));
    await assert.rejects(reporting.tell(caller, baseId, { bad: 1, good: 0 }), refused('not-found'));
    await assert.rejects(reporting.tell(caller, 'rel_none', { bad: 1, good: 0 }), refused('not-found'));
    await rollingOut.complete(caller, id);
    await assert.rejects(tell(1, 0), refused('rollout-over'));
    await assert.rejects(reporting.condemn(caller, id, 'x'), refused('rollout-over'));
    await withdrawing.withdraw(caller, id, 'x');
    await assert.rejects(tell(1, 0), refused('not-published'));
  });

  it('halts at once as a verdict, by the one who gave it; a second one changes nothing', async () => {
    const { reporting, rollout, caller, id, actions, halts, rollingOut } = await createRollingWorld();
    await reporting.condemn(caller, id, 'crashes on start');
    await reporting.condemn(caller, id, 'still does');
    const { state, stopped } = await rollout();
    assert.deepEqual([state, stopped?.by, stopped?.reason], ['paused', 'brake', 'crashes on start']);
    assert.deepEqual((await actions()).slice(2), ['rollout.halt by admin']);
    assert.equal(halts.length, 1);
    await rollingOut.resume(caller, id, undefined);
    assert.equal((await rollout()).state, 'rolling');
  });

  it('is put down with a verdict as far as it was told since the resume', async () => {
    const { reporting, tell, caller, id, halts, rollingOut } = await createRollingWorld();
    await tell(5, 0);
    await rollingOut.resume(caller, id, undefined);
    await tell(1, 7);
    await reporting.condemn(caller, id, 'deletes the settings');
    assert.deepEqual(
      halts.map(({ bad, good }) => [bad, good]),
      [
        [5, 0],
        [1, 7],
      ],
    );
  });

  it('leaves one that is paused as it is', async () => {
    const { tell, reporting, rollout, rollingOut, caller, id, watching } = await createRollingWorld();
    await rollingOut.pause(caller, id, 'lunch');
    await tell(50, 0);
    await reporting.condemn(caller, id, 'bad');
    await watching.watch();
    assert.deepEqual((await rollout()).stopped?.by, 'publisher');
  });
});
