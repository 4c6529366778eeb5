import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Effect, Effects, Release } from '@slipway/api';
import { groupEffects, hasSameEffects } from '../src/actions/effect-lines.ts';
import {
  channelText,
  offerChangeLines,
  pruneLines,
  publishLines,
  restoreLines,
  withdrawLines,
} from '../src/actions/messages.ts';
import { listOfferedReleases } from '../src/actions/offered-releases.ts';
import { isOpenRollout } from '../src/actions/open-rollouts.ts';
import { summarizeUploads } from '../src/actions/upload-summary.ts';

const offered = (version: string) => ({ version, releaseId: `rel_${version}` });
const effect = (target: string, [now, then]: [string | undefined, string | undefined]): Effect => ({
  channel: 'stable',
  target,
  now: now === undefined ? null : offered(now),
  // biome-ignore lint/suspicious/noThenProperty: `then` is the name of an API field, not a function
  then: then === undefined ? null : offered(then),
});
const effects = (verb: Effects['verb'], list: Effect[]): Effects => ({
  verb,
  effects: list,
  warnings: [],
  reach: { downloads: 12_401, downloads24h: 812, checkShare: 0.362 },
  cachedForSeconds: 360,
});
const textOf = (lines: readonly { text: string }[]): string => lines.map(({ text }) => text).join('\n');

describe('effect lines of an action', () => {
  const withdrawn = ['a-x86_64', 'b-x86_64', 'c-x86_64'].map((target) => effect(target, ['1.5.0', '1.4.2']));

  test('targets with the same change share one sentence', () => {
    assert.equal(groupEffects(withdrawn).length, 1);
    assert.equal(
      textOf(offerChangeLines(withdrawn)),
      'Clients on stable are offered 1.4.2 instead of 1.5.0.',
    );
  });

  test('a target without an offer is named', () => {
    assert.equal(
      textOf(offerChangeLines([...withdrawn, effect('d-x86_64', ['1.5.0', undefined])])),
      [
        'Clients on stable (a-x86_64, b-x86_64 and c-x86_64) are offered 1.4.2 instead of 1.5.0.',
        'Clients on stable (d-x86_64) are offered no update.',
      ].join('\n'),
    );
    assert.equal(
      textOf(offerChangeLines([effect('a-x86_64', [undefined, '1.0.0'])])),
      'Clients on stable are offered 1.0.0 (currently no update).',
    );
  });

  test('changes come before unchanged offers; no change is stated', () => {
    const mixed = [effect('a-x86_64', ['1.4.2', '1.4.2']), effect('b-x86_64', ['1.4.2', '1.5.0'])];
    assert.match(
      textOf(offerChangeLines(mixed)),
      /b-x86_64\) .* 1\.5\.0 instead of 1\.4\.2\.\nClients on stable \(a-x86_64\) are still offered 1\.4\.2/,
    );
    assert.match(textOf(offerChangeLines([effect('a-x86_64', ['2.0.0', '2.0.0'])])), /^No change to what/);
    assert.match(textOf(offerChangeLines([])), /^No change to what/);
  });

  test('a channel without changes is one line', () => {
    const beta = ['a-x86_64', 'b-x86_64'].map((target, at) => ({
      ...effect(target, [`2.0.0-${at}`, `2.0.0-${at}`]),
      channel: 'beta',
    }));
    assert.match(
      textOf(offerChangeLines([...beta, ...withdrawn])),
      /instead of 1\.5\.0\.\nNo change on beta\.$/,
    );
  });

  test('many targets are counted and named', () => {
    const where = (...targets: string[]): string => channelText({ channel: 'beta', targets }, 5);
    assert.equal(where('a', 'b', 'c', 'd'), 'on beta (4 platforms: a, b, c and d)');
    assert.equal(where('a', 'b'), 'on beta (a and b)');
  });

  test('withdrawing mentions existing installations, files, cache time and restoring', () => {
    const lines = textOf(withdrawLines('1.5.0', effects('withdraw', withdrawn)));
    for (const part of [
      'Clients that have 1.5.0 (36.2% of checks) keep it. To move them',
      'up to 6 minutes',
      'restore it anytime. Existing download links keep working.',
    ])
      assert.ok(lines.includes(part), part);
    const preview = effects('withdraw', withdrawn);
    const unseen = { ...preview, reach: { ...preview.reach, checkShare: null }, cachedForSeconds: 0 };
    assert.match(textOf(withdrawLines('1.5.0', unseen)), /Clients that have 1\.5\.0 keep it/);
    assert.match(textOf(withdrawLines('1.5.0', unseen)), /Takes effect immediately/);
  });

  test('restoring and publishing say what is offered afterwards', () => {
    const back = [effect('a-x86_64', ['1.4.2', '1.5.0'])];
    assert.match(textOf(restoreLines(effects('restore', back))), /are offered 1\.5\.0 instead of 1\.4\.2/);
    const lines = textOf(publishLines(effects('publish', back), 1));
    assert.match(lines, /Starts with 1% of clients/);
  });

  test('pruning says first that it is permanent', () => {
    const [first, ...others] = pruneLines(4, effects('prune', withdrawn));
    assert.equal(first?.tone, 'bad');
    assert.match(first?.text ?? '', /Downloads of 4 files stop immediately \(HTTP 410\)/);
    const preview = effects('prune', withdrawn);
    const once = { ...preview, reach: { ...preview.reach, downloads24h: 1 } };
    assert.match(
      textOf(pruneLines(1, once)),
      /Downloads of 1 file stop [\s\S]*\n1 download in the last 24 hours/,
    );
    assert.ok(others.length > 0);
  });

  test('a preview stays valid while effects and warnings are the same', () => {
    const read = effects('withdraw', withdrawn);
    assert.ok(hasSameEffects(read, { ...read, reach: { downloads: 1, downloads24h: 1, checkShare: 0 } }));
    assert.ok(!hasSameEffects(read, { ...read, warnings: [{ code: 'milestone-lifted', detail: '' }] }));
    assert.ok(!hasSameEffects(read, effects('withdraw', withdrawn.slice(1))));
  });
});

const offer = { channel: 'stable', newest: true, target: 'a', publishedAt: '2026-11-01T00:00:00Z' };
const rolling = {
  ...{ releaseId: 'rel_2', version: '2.0.0', channel: 'stable', releaseState: 'published' as const },
  ...{ state: 'rolling' as const, percent: 10, superseded: false },
};
const rowsOf = (...args: Parameters<typeof listOfferedReleases>): string[] =>
  listOfferedReleases(...args).map(({ id, channel, reachText }) => `${id} ${channel} ${reachText}`);

test('releases that are offered are listed once, the last published first', () => {
  const offers = [
    { ...offer, version: '1.0.0', releaseId: 'rel_1' },
    { ...offer, version: '2.0.0', releaseId: 'rel_2', publishedAt: '2026-11-02T00:00:00Z' },
    { ...offer, version: '1.0.0', releaseId: 'rel_1', target: 'b' },
  ];
  assert.deepEqual(rowsOf(offers, []), [
    'rel_2 stable Everyone · 1 platform',
    'rel_1 stable Everyone · 2 platforms',
  ]);
});

test('a release that another channel also offers is listed with its own channel and its own targets', () => {
  const own = { ...offer, version: '1.0.0', releaseId: 'rel_1' };
  const also = { ...own, channel: 'beta', releaseChannel: 'stable' };
  assert.deepEqual(rowsOf([also, own], []), ['rel_1 stable Everyone · 1 platform']);
});

test('active and paused rollouts are listed first, with or without other offers', () => {
  const base = [{ ...offer, version: '1.0.0', releaseId: 'rel_1' }];
  assert.deepEqual(rowsOf(base, [rolling]), [
    'rel_2 stable 10% rollout',
    'rel_1 stable Everyone · 1 platform',
  ]);
  assert.deepEqual(rowsOf([], [rolling]), ['rel_2 stable 10% rollout']);
  const paused = { ...rolling, state: 'paused' as const };
  assert.deepEqual(rowsOf([], [paused]), ['rel_2 stable Paused at 10%']);
});

test('a rollout of a withdrawn, draft, completed or superseded release is not open', () => {
  assert.ok(isOpenRollout(rolling));
  assert.ok(isOpenRollout({ ...rolling, state: 'paused' }), 'whatever paused it');
  for (const change of [
    { releaseState: 'withdrawn' as const },
    { releaseState: 'draft' as const, state: 'planned' as const },
    { state: 'done' as const },
    { state: 'paused' as const, superseded: true },
  ])
    assert.ok(!isOpenRollout({ ...rolling, ...change }), JSON.stringify(change));
});

test('uploads of a draft: received and missing bytes', () => {
  const file = {
    id: '',
    format: '.exe',
    sha256: 'ab',
    signature: null,
    contentType: null,
    state: 'declared',
  };
  const artifacts = [
    { ...file, target: 'a', size: 30, uploadedAt: '2026-11-01T00:00:00Z' },
    { ...file, target: 'b', size: 70, uploadedAt: null },
  ] as Release['artifacts'];
  const { done, total, doneBytes, totalBytes, missing } = summarizeUploads({ artifacts });
  assert.deepEqual([done, total, doneBytes, totalBytes], [1, 2, 30, 100]);
  assert.deepEqual(
    missing.map(({ target }) => target),
    ['b'],
  );
});
