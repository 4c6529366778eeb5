import assert from 'node:assert/strict';
import test from 'node:test';
import type { Explanation, Rollout } from '@slipway/api';
import { createSettings } from '../../src/config/settings.ts';
import { clientStatusText, parseClientOptions } from '../../src/rollout/client-status.ts';
import { nextText, stateText } from '../../src/rollout/describe.ts';
import { printRollout } from '../../src/rollout/print-rollout.ts';
import { createTestContext } from '../terminal-context.ts';
import { exampleRollout } from './example.ts';

/* On-call messages must be correct: who is offered a release, who is not, and which command changes it. */

const of = { version: '1.4.0', channel: 'beta', flags: ' --channel beta', state: 'published' as const };
const printed = (rollout: Rollout): string => {
  const { context, written } = createTestContext('/');
  printRollout(of, { rollout }, context);
  return written.stdout;
};
const stopped = { by: 'publisher' as const, reason: 'crashes.', at: '2026-03-14T10:00:00.000Z' };
const braked: Rollout = { ...exampleRollout, brakedTargets: ['windows-x86_64'], cohorts: ['qa'] };

test('a target stopped by a brake is named, with the command to resume it', () => {
  const rolling = printed(braked);
  assert.match(rolling, /^1\.4\.0 on beta is rolling out at 1%, except windows-x86_64\./);
  assert.match(rolling, /other targets continue\. Resume: slipway rollout resume 1\.4\.0 --channel beta$/m);
  const whole = printed({ ...braked, percent: 100, steps: [] });
  assert.doesNotMatch(whole, /all 98,000|Stays at/);
  assert.match(whole, /To offer it to windows-x86_64: slipway rollout complete 1\.4\.0 --channel beta$/m);
  const paused = printed({ ...braked, state: 'paused', stopped });
  assert.doesNotMatch(paused, /other targets continue|Cohorts:/);
  assert.match(paused, /A brake had held windows-x86_64; resuming offers it there again\./);
});

test('a plan is printed with all its steps and their conditions', () => {
  const planned: Rollout = { ...exampleRollout, state: 'planned' };
  assert.equal(
    nextText(planned, of),
    'Then 10% after 24 h, 50% after 24 h, everyone after 24 h and your approval.',
  );
  assert.match(
    stateText({ ...exampleRollout, state: 'paused', stopped: { ...stopped, by: 'superseded' } }, of),
    /was paused at 1% \(2026-03-14 10:00 UTC\) by a newer release: crashes\. Nobody/,
  );
});

const explained = (more: Partial<Explanation>): Explanation => ({
  outcome: 'none',
  release: null,
  considered: [{ version: '1.4.0', verdict: 'not-newer', reason: 'Latest release.' }],
  client: { by: 'id', position: 7 },
  rollout: { releaseId: 'rel_1', version: '1.4.0', percent: 10, state: 'rolling', admittedBy: 'id' },
  ...more,
});

test('the status of a client never contradicts its offer', () => {
  assert.equal(
    clientStatusText(explained({}), 'v1.4.0'),
    '1.4.0 is rolling out at 10%. This client already has it.',
  );
  assert.match(
    clientStatusText(explained({}), '1.5.0') ?? '',
    /is included, but doesn’t get it for the reasons below/,
  );
  const everyone = explained({
    release: { id: 'rel_1', version: '1.4.0' } as Explanation['release'],
    client: { by: 'none', position: null },
    rollout: { releaseId: 'rel_1', version: '1.4.0', percent: 100, state: 'rolling', admittedBy: 'network' },
  });
  assert.equal(clientStatusText(everyone, '1.0.0'), '1.4.0 is rolling out at 100%. This client is included.');
});

test('a paused rollout is named by its own version, whatever else was considered', () => {
  const paused = explained({
    considered: [
      { version: '1.6.0', verdict: 'other-key', reason: 'Signed with B, but clients on 1.0.0 trust A.' },
      { version: '1.1.0', verdict: 'rollout-paused', reason: 'The rollout is paused: Crashes.' },
      { version: '1.0.0', verdict: 'not-newer', reason: 'Latest release, but not newer than 1.0.0.' },
    ],
    rollout: { releaseId: 'rel_1', version: '1.1.0', percent: 10, state: 'paused', admittedBy: null },
  });
  assert.equal(clientStatusText(paused, '1.0.0'), '1.1.0 is paused at 10%: no client gets it.');
});

test('--network must be an IP address', () => {
  const network = (text: string) => parseClientOptions({ args: [], options: { network: text } });
  assert.throws(() => network('banana'), /--network banana is not an IP address/);
  assert.deepEqual(network('2001:db8::1'), { network: '2001:db8::1' });
});

test('flags are printed if a command would act on something else without them', () => {
  const flagsFor = (flags: object, env: Record<string, string>, channel: string): string =>
    createSettings({ flags, env, project: undefined, credentials: { services: {} } }).flagsFor(channel);
  assert.equal(flagsFor({}, {}, 'stable'), '');
  assert.equal(flagsFor({ channel: 'beta' }, {}, 'beta'), ' --channel beta');
  assert.equal(flagsFor({}, { SLIPWAY_CHANNEL: 'beta' }, 'beta'), '');
  assert.equal(
    flagsFor({ app: 'a b' }, { SLIPWAY_CHANNEL: 'beta' }, 'stable'),
    " --app 'a b' --channel stable",
  );
});
