import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Artifact, AuditEntry, Rollout, Usage } from '@slipway/api';
import { groupWarnings, mergedText, mergeSimilar } from '../src/actions/warning-groups.ts';
import { historyActor, historyMessage } from '../src/screens/audit/messages.ts';
import { draftBlocker, publishSteps } from '../src/screens/release/messages.ts';
import { affectedChecksText, nextStepText } from '../src/screens/release/rollout-messages.ts';
import { firstDayOf, summarizeDownloads } from '../src/screens/release/queries.ts';
import { parsePercent, percentChoices, remainingPlan } from '../src/screens/release/rollout-plan.ts';
import { signatureVerdict } from '../src/screens/release/signature-verdict.ts';
import { notesError } from '../src/ui/markdown/notes-error.ts';
import { artifact, release } from './planted.ts';

const rollout = {
  ...{ state: 'rolling', percent: 10, steppedAt: '2026-11-10T14:00:00.000Z' },
  steps: [{ percent: 50, afterHours: 24, needs: {} }],
} as unknown as Rollout;

describe('the signature verdict', () => {
  const signed = artifact('linux-x86_64', { signature: 'dW50' });

  test('uses the warning for exactly this target, not one with the same prefix', () => {
    const detail = 'The signature for linux-x86_64-deb is not one of these bytes.';
    assert.equal(signatureVerdict(signed, [{ code: 'signature-mismatch', detail }]).label, 'Not checked');
    const own = 'The signature for linux-x86_64 is not one of these bytes.';
    assert.deepEqual(signatureVerdict(signed, [{ code: 'signature-mismatch', detail: own }]), {
      ...{ tone: 'bad', label: 'Wrong file', detail: own },
    });
  });

  test('names the key that made it', () => {
    const signedBy = { id: 'sk_1', keyId: 'ABCD', version: '1.5.0' };
    const { label, by, tone } = signatureVerdict({ ...signed, signedBy }, []);
    assert.deepEqual([label, by, tone], ['Verified', 'ABCD', 'good']);
  });

  test('looks different for a verified, an unknown and an unchecked signature', () => {
    const chip = (change: Partial<Artifact>): string => {
      const { tone, label } = signatureVerdict({ ...signed, ...change }, []);
      return `${tone} ${label}`;
    };
    assert.equal(chip({ signature: null }), 'plain Unsigned');
    assert.equal(chip({ signedBy: null }), 'warn Unknown key');
    assert.equal(chip({}), 'plain Not checked');
    assert.equal(chip({ signedBy: { id: 'sk_1', keyId: 'ABCD', version: null } }), 'good Verified');
  });
});

test('groups warnings by kind', () => {
  const groups = groupWarnings([
    { code: 'a', detail: '1' },
    { code: 'b', detail: '2' },
    { code: 'a', detail: '3' },
    { code: 'a', detail: '1' },
  ]);
  assert.deepEqual(groups, [
    { code: 'a', details: ['1', '3'] },
    { code: 'b', details: ['2'] },
  ]);
});

test('merges warnings that differ only in the platform', () => {
  const detail = (target: string): string => `${target} has no signature. Sign it with AB.`;
  const warnings = ['a-x86_64', 'b-x86_64', 'a-x86_64-deb'].map((target) => ({
    ...{ code: 'signature-missing', detail: detail(target) },
  }));
  const other = { code: 'older-version', detail: '1.0.0 is older than 2.0.0.' };
  const merged = mergeSimilar([...warnings, other], ['a-x86_64', 'b-x86_64']);
  assert.deepEqual(merged.map(mergedText), [
    `${detail('a-x86_64')} Also on b-x86_64.`,
    detail('a-x86_64-deb'),
    other.detail,
  ]);
});

describe('rollout texts', () => {
  test('the choices are the default, current and planned percentages', () => {
    assert.deepEqual(percentChoices({ ...rollout, percent: 12.5 }), [1, 5, 10, 12.5, 25, 50, 100]);
  });

  test('describe the next step and its conditions', () => {
    assert.match(nextStepText(rollout), /^Goes to 50% on .*, unless paused\.$/);
    const needs = { approval: true as const, downloads: 500 };
    const waiting = { ...rollout, steps: [{ percent: 50, afterHours: 24, needs }] };
    assert.match(nextStepText(waiting), /Needs manual approval and 500 completed downloads\.$/);
    assert.match(nextStepText({ ...rollout, steps: [] }), /Stays at 10%/);
    assert.match(nextStepText({ ...rollout, state: 'paused' }), /until resumed/);
  });

  test('a percentage has at most one decimal', () => {
    assert.deepEqual(parsePercent('12,5 %'), { percent: 12.5 });
    for (const text of ['', 'many', '-1', '101', '1.25']) assert.ok('fault' in parsePercent(text), text);
  });

  test('estimate how many checks are affected', () => {
    assert.match(affectedChecksText(12_600, 0, 50), /about 6,300 more update checks per day/);
    assert.match(affectedChecksText(12_600, 50, 25), /fewer update checks per day.* keep it/);
  });

  test('the remaining plan has increasing steps', () => {
    assert.deepEqual(remainingPlan(rollout), { steps: [{ percent: 10 }, { percent: 50, afterHours: 24 }] });
  });
});

test('history entries are sentences; an unknown action shows its code', () => {
  const entry = { id: '1', at: '', actor: 'admin', actorName: 'admin', subject: 'rel_1' };
  const withdrawn: AuditEntry = { ...entry, action: 'release.withdraw', detail: { reason: 'crashes' } };
  assert.equal(historyMessage(withdrawn), 'Withdrawn: “crashes”');
  assert.equal(
    historyMessage({ action: 'rollout.advance', detail: { from: 10, to: 50 } }),
    'Rollout set to 50%',
  );
  assert.equal(historyMessage({ action: 'release.bless', detail: null }), 'release.bless');
  assert.equal(historyActor({ ...withdrawn, through: 'dashboard' }), '· admin via dashboard');
  assert.equal(historyActor({ ...withdrawn, actor: 'service' }), '· automatic');
});

test('downloads of one release, by day and target', () => {
  const row = { version: '1.5.0', releaseId: 'rel_1', bytes: 10 };
  const usage = {
    ...{ from: '2026-11-10', to: '2026-11-12' },
    rows: [
      { ...row, day: '2026-11-10', target: 'a', downloads: 2 },
      { ...row, day: '2026-11-12', target: 'b', downloads: 3 },
      { ...row, day: '2026-11-12', target: 'a', downloads: 5, releaseId: 'rel_2' },
    ],
  } as unknown as Usage;
  const { downloads, byTarget, total } = summarizeDownloads(usage, 'rel_1');
  assert.deepEqual(
    [downloads, [...byTarget], total],
    [
      [2, 0, 3],
      [
        ['a', 2],
        ['b', 3],
      ],
      5,
    ],
  );
  const now = Date.parse('2026-11-16T12:00:00Z');
  assert.equal(firstDayOf({ publishedAt: '2026-11-10T00:00:00Z' }, now), '2026-11-10');
  assert.equal(firstDayOf({ publishedAt: '2025-01-01T00:00:00Z' }, now), '2026-10-18');
});

test('a draft needs all of its files', () => {
  assert.equal(draftBlocker(release({ artifacts: [] })), 'Add files first.');
  assert.equal(draftBlocker(release()), undefined);
  const missing = ['a', 'b'].map((target) => artifact(target, { state: 'declared', uploadedAt: null }));
  assert.equal(draftBlocker(release({ artifacts: missing })), '2 files not uploaded yet.');
  assert.deepEqual(
    publishSteps(release({ artifacts: missing })).map(({ isDone }) => isDone),
    [true, false, false],
  );
});

test('the notes limit is in bytes, not in characters', () => {
  assert.equal(notesError('ä'.repeat(32_768)), undefined);
  assert.match(notesError('ä'.repeat(32_769)) ?? '', /2 bytes over/);
});
