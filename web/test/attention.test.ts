import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListedRollout } from '@slipway/api';
import { type AttentionInput, listAttention } from '../src/screens/overview/attention.ts';

/* What the overview asks someone to look at. */

const rollout = (change: Partial<ListedRollout>): ListedRollout => ({
  ...({} as ListedRollout),
  ...{ channel: 'stable', version: '1.5.0', releaseState: 'published', superseded: false },
  ...{ releaseId: 'rel_1', state: 'rolling', stopped: null, brakedTargets: [] },
  ...change,
});

const textsOf = (change: Partial<AttentionInput>): string[] =>
  listAttention({
    ...{ app: { adapter: 'rest', signatures: 'warn' }, rollouts: [], forecast: undefined },
    ...{ drafts: [], signingKeys: [] },
    ...change,
  }).map((item) => item.slice(1).join(' | '));

const brake = { by: 'brake', reason: 'Too many failures', at: '2026-11-10T14:02:00Z' } as const;

describe('attention', () => {
  test('is not needed if all is well', () => {
    assert.deepEqual(textsOf({ rollouts: [rollout({})], forecast: { kind: 'lasts' } }), []);
  });

  test('goes to rollouts that paused automatically, but not to those that a person paused', () => {
    const byPerson = rollout({ state: 'paused', stopped: { ...brake, by: 'publisher' } });
    assert.deepEqual(textsOf({ rollouts: [byPerson] }), []);
    assert.deepEqual(textsOf({ rollouts: [rollout({ state: 'paused', stopped: brake })] }), [
      '1.5.0 paused automatically | Review | /releases/rel_1',
    ]);
    assert.deepEqual(textsOf({ rollouts: [rollout({ brakedTargets: ['windows-x86_64'] })] }), [
      '1.5.0 paused automatically on Windows, 64-bit (x64) | Review | /releases/rel_1',
    ]);
  });

  test('names the most severe first: limit, signing key, drafts', () => {
    const tauri = { adapter: 'tauri', signatures: 'warn' } as const;
    const on = Date.parse('2026-11-27');
    assert.deepEqual(
      textsOf({ app: tauri, forecast: { kind: 'runs-out', on }, drafts: [{ id: 'rel_9' }] }).map((text) =>
        text.replace(/around .* \| U/, 'around … | U'),
      ),
      [
        'Download limit reached around … | Usage | /usage',
        'No signing key, so signatures aren’t checked | Add | /settings/signing',
        '1 draft waiting | Continue | /new?draft=rel_9',
      ],
    );
    const drafts = [{ id: 'rel_8' }, { id: 'rel_9' }];
    assert.deepEqual(textsOf({ forecast: { kind: 'used-up' }, drafts }), [
      'Download limit reached | Usage | /usage',
      '2 drafts waiting | Continue | /releases',
    ]);
  });

  test('asks nobody for a signing key whose updater or policy needs none', () => {
    assert.deepEqual(textsOf({ app: { adapter: 'tauri', signatures: 'off' } }), []);
    assert.deepEqual(textsOf({ app: { adapter: 'tauri', signatures: 'warn' }, signingKeys: undefined }), []);
  });
});
