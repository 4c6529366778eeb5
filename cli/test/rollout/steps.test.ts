import assert from 'node:assert/strict';
import test from 'node:test';
import { clientsAtPercent, percentWithClients } from '../../src/rollout/client-counts.ts';
import { nextText, planText, stateText } from '../../src/rollout/describe.ts';
import { parsePlanOptions } from '../../src/rollout/plan-options.ts';
import { parseSteps, spreadSteps } from '../../src/rollout/steps.ts';
import { exampleRollout } from './example.ts';

const percents = (text: string) => parseSteps(text).map(({ percent }) => percent);
const waits = (text: string) => parseSteps(text).map(({ afterHours }) => afterHours);

test('presets are expanded, and steps without a time follow after a day', () => {
  assert.deepEqual(percents('standard'), [1, 10, 50, 100]);
  assert.deepEqual(waits('standard'), [undefined, 24, 24, 24]);
  assert.deepEqual(percents('slow'), [1, 2, 5, 10, 20, 50, 100]);
  assert.deepEqual(
    [percents('fast'), waits('fast')],
    [
      [10, 50, 100],
      [undefined, 6, 6],
    ],
  );
  assert.deepEqual(parseSteps('0.1%, 10@90m, 50@2d+downloads=500, 100+approval+outcomes=20'), [
    { percent: 0.1 },
    { percent: 10, afterHours: 1.5 },
    { percent: 50, afterHours: 48, needs: { downloads: 500 } },
    { percent: 100, afterHours: 24, needs: { approval: true, outcomes: 20 } },
  ]);
});

test('an invalid plan is rejected with the reason, and the right syntax', () => {
  const cases: [string, RegExp][] = [
    ['quick', /quick is not a step/],
    ['1,,10', /a step is empty/],
    ['1,101', /101 is not a step/],
    ['0.15', /more than one decimal/],
    ['10,10', /steps must increase, but 10 comes after 10/],
    ['50,10', /steps must increase, but 10 comes after 50/],
    ['1,10@24', /@24 is not a time/],
    ['1@24h,10', /the first step starts when you publish/],
    ['1,10+luck', /\+luck is not \+approval/],
    [Array.from({ length: 51 }, (_, index) => index).join(','), /more than 50 steps/],
  ];
  for (const [text, why] of cases)
    assert.throws(() => parseSteps(text), { code: 'usage', message: why }, text);
  assert.throws(() => spreadSteps('72', undefined), /is not a time/);
  assert.throws(() => spreadSteps('72h', '1,10@24h'), /can’t be combined with times/);
  assert.throws(() => spreadSteps('72h', '10'), /two steps/);
});

test('a duration is spread over the steps, and the last step is at its end', () => {
  const slow = spreadSteps('72h', undefined);
  assert.deepEqual(
    slow.map(({ percent, afterHours }) => [percent, afterHours]),
    [[1, undefined], ...[2, 5, 10, 20, 50, 100].map((percent) => [percent, 12])],
  );
  assert.deepEqual(
    spreadSteps('3d', 'standard').map(({ afterHours }) => afterHours),
    [undefined, 24, 24, 24],
  );
  assert.deepEqual(spreadSteps('10h', '5,100+approval').at(-1), {
    percent: 100,
    afterHours: 10,
    needs: { approval: true },
  });
});

type Options = Parameters<typeof parsePlanOptions>[0]['options'];

test('options become the request body; without steps they are rejected', () => {
  const options = {
    rollout: '1,100',
    cohort: ['qa,staff', 'press'],
    fleetSize: '98,000',
    manual: false,
    brake: ['bad=10', 'reports=halt'],
  };
  assert.deepEqual(parsePlanOptions({ args: [], options }), {
    steps: [{ percent: 1 }, { percent: 100, afterHours: 24 }],
    cohorts: ['qa', 'staff', 'press'],
    fleetSize: 98_000,
    manual: false,
    brakes: { bad: 10, reports: 'halt' },
  });
  assert.equal(parsePlanOptions({ args: [], options: { manual: true, rescue: true } }), undefined);
  const { rollout: _, ...rest } = options;
  assert.throws(() => parsePlanOptions({ args: [], options: rest }), /need --rollout or --over/);
  assert.throws(
    () => parsePlanOptions({ args: [], options: { rollout: '1', brake: ['bad=many'] } }),
    /not a rule/,
  );
  const unfit: [Record<string, unknown>, RegExp][] = [
    [{ brake: ['acceptable=9', 'bad=2'] }, /bad=2 must be greater than acceptable=9/],
    [{ brake: ['acceptable=6'] }, /bad=5 must be greater than acceptable=6/],
    [{ cohort: ['quality assurance'] }, /quality assurance is not a cohort name/],
  ];
  for (const [wrong, message] of unfit)
    assert.throws(
      () => parsePlanOptions({ args: [], options: { rollout: '1', ...wrong } as Options }),
      message,
    );
  assert.throws(
    () => parsePlanOptions({ args: [], options: { rollout: '1', fleetSize: 'lots' } }),
    /number of clients/,
  );
});

test('a percentage is also printed as a number of clients', () => {
  assert.equal(percentWithClients(0.1, 98_000), '0.1% (about 98 of 98,000 clients)');
  assert.equal(percentWithClients(10, null), '10%');
  assert.equal(clientsAtPercent(1, 40), 'fewer than one of 40 clients');
  assert.equal(clientsAtPercent(0, 40), 'none of 40 clients');
  assert.equal(
    planText({ steps: parseSteps('0.1,10@90m,100@24h+approval'), fleetSize: 98_000 }),
    '0.1% (about 98 of 98,000 clients); then 10% after 90 min, everyone after 24 h and your approval',
  );
});

test('a sentence describes the state of a rollout, its reason, and the next step', () => {
  const of = { version: '1.4.0', channel: 'stable' };
  const rolling = exampleRollout;
  assert.equal(stateText(rolling, of), '1.4.0 on stable is rolling out at 1% (about 980 of 98,000 clients).');
  const noon = Date.parse('2026-03-14T12:26:53Z');
  assert.equal(
    nextText(rolling, of, noon),
    'Next: 10% (about 9,800 of 98,000 clients), on 2026-03-15 09:26 UTC (in 21 h 00 min).',
  );
  const last = { ...rolling, steps: rolling.steps.slice(2) };
  assert.match(
    nextText(last, of, noon + 48 * 3_600_000) ?? '',
    /^Next: everyone, overdue since 2026-03-15 09:26 UTC, once someone runs `slipway rollout advance 1\.4\.0`\.$/,
  );
  assert.match(nextText({ ...rolling, steps: [] }, of) ?? '', /^Stays at 1%: no steps left\./);
  const stopped = {
    by: 'brake' as const,
    reason: '5 of 5 outcomes\nare bad.',
    at: '2026-03-14T10:00:00.000Z',
  };
  const halted = { ...rolling, state: 'paused' as const, stopped };
  assert.equal(
    stateText(halted, of),
    '1.4.0 on stable was halted by a brake at 1% (2026-03-14 10:00 UTC): 5 of 5 outcomes are bad. Nobody is offered it; clients that have it keep it.',
  );
  assert.match(nextText(halted, of) ?? '', /rollout resume 1\.4\.0.*releases withdraw 1\.4\.0/);
  assert.match(stateText({ ...rolling, state: 'planned' }, of), /starts at 1% \(about 980 /);
  assert.match(stateText({ ...rolling, state: 'done', percent: 100 }, of), /is available to everyone/);
});
