import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Release } from '@slipway/api';
import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import { warningKey } from '../../src/actions/warning-groups.ts';
import { publishBlocker, uploadBlocker } from '../../src/screens/new-release/messages.ts';
import { findRememberedName, rememberNames } from '../../src/upload/file-names.ts';
import {
  buildDeclaration,
  emptyJob,
  missingFiles,
  phaseFor,
  type ReleaseJob,
  type UploadRow,
} from '../../src/upload/job.ts';
import { createRateMeter } from '../../src/upload/rate-meter.ts';
import { createTabLock, type TabChannel } from '../../src/upload/tab-lock.ts';

const sha256 = 'a'.repeat(64);
const hashes = { sha256, sha512: undefined, sha1: undefined };

export const rowOf = (target: string, change: Partial<UploadRow> = {}): UploadRow => ({
  id: 1,
  file: { size: 10, name: 'a.AppImage' } as File,
  phase: 'ready',
  bytes: 0,
  bytesPerSecond: undefined,
  hashes,
  error: undefined,
  item: {
    target,
    path: 'a.AppImage',
    format: '.AppImage',
    sizeBytes: 10,
    signature: undefined,
    signaturePath: undefined,
    bundle: bundleFromPath('a.AppImage'),
    facts: {},
  },
  ...change,
});

export const draftOf = (artifacts: Partial<Release['artifacts'][number]>[]): Release =>
  ({
    id: 'rel_1',
    version: '1.6.0',
    channel: 'stable',
    notes: '',
    createdAt: '2026-11-16T09:00:00Z',
    artifacts,
  }) as Release;

const jobOf = (change: Partial<ReleaseJob>): ReleaseJob => ({
  ...emptyJob('lantern'),
  version: '1.6.0',
  ...change,
});

describe('reasons that block an upload', () => {
  const cases: [string, Partial<ReleaseJob>, RegExp | undefined][] = [
    ['no files', {}, /Add files/],
    ['no version', { version: '', rows: [rowOf('linux-x86_64')] }, /Enter a version/],
    ['no target', { rows: [rowOf('')] }, /Choose a platform/],
    ['two for one', { rows: [rowOf('l'), rowOf('l', { id: 2 })] }, /Two files for l\./],
    ['hashing', { rows: [rowOf('l', { phase: 'hashing', hashes: undefined })] }, /Checking 1 file…/],
    ['other bytes', { rows: [rowOf('l', { phase: 'differs' })] }, /isn’t the file the draft expects/],
    ['nothing', { rows: [rowOf('l')] }, undefined],
  ];
  for (const [name, change, words] of cases)
    test(name, () => {
      const reason = uploadBlocker(jobOf(change));
      if (words === undefined) assert.equal(reason, undefined);
      else assert.match(reason ?? '', words);
    });
});

describe('a file compared with its draft', () => {
  const expecting = (hash: string, uploadedAt: string | null) =>
    draftOf([{ target: 'l', sha256: hash, uploadedAt }]);

  test('is new, unchanged, already uploaded, or different', () => {
    assert.equal(phaseFor(undefined, rowOf('l')), 'ready');
    assert.equal(phaseFor(expecting(sha256, null), rowOf('l')), 'ready');
    assert.equal(phaseFor(expecting(sha256, '2026'), rowOf('l')), 'uploaded');
    assert.equal(phaseFor(expecting('b'.repeat(64), '2026'), rowOf('l')), 'differs');
  });

  test('that is missing is described by name, size and hash', () => {
    const draft = draftOf([
      { target: 'l', sha256, size: 5, format: '.AppImage', uploadedAt: null },
      { target: 'w', sha256, size: 6, format: '.exe', fileName: 'W.exe', uploadedAt: null },
      { target: 'd', sha256, size: 7, format: '.zip', uploadedAt: '2026' },
    ]);
    assert.deepEqual(missingFiles(jobOf({ draft })), [
      { target: 'l', name: 'a .AppImage file', sizeBytes: 5, sha256 },
      { target: 'w', name: 'W.exe', sizeBytes: 6, sha256 },
    ]);
    assert.deepEqual(missingFiles(jobOf({ draft, rows: [rowOf('l'), rowOf('w')] })), []);
  });

  test('is declared with the hashes that its updater verifies, computed from its bytes', () => {
    const item = { ...rowOf('l').item, facts: { sha512: 'of the feed', fileName: 'a' }, signature: 's' };
    const declared = buildDeclaration(
      jobOf({}),
      rowOf('l', { item, hashes: { ...hashes, sha512: 'own', sha1: 'x' } }),
    );
    assert.deepEqual(
      [declared.sha512, declared.sha1, declared.signature, declared.fileName],
      ['own', undefined, 's', 'a'],
    );
  });
});

test('every warning must be acknowledged before publishing', () => {
  const warnings = ['linux', 'windows'].map((detail) => ({
    ...{ code: 'signature-missing', detail, also: [] },
  }));
  const job = jobOf({ draft: draftOf([]), rows: [rowOf('l', { phase: 'uploaded' })] });
  const ticked = (count: number) => new Set(warnings.slice(0, count).map(warningKey));
  assert.match(publishBlocker(jobOf({}), [], new Set()) ?? '', /Upload the files/);
  assert.match(publishBlocker(job, undefined, new Set()) ?? '', /Reviewing…/);
  assert.match(publishBlocker(job, warnings, ticked(0)) ?? '', /Confirm 2 warnings, or fix them\./);
  assert.match(publishBlocker(job, warnings, ticked(1)) ?? '', /Confirm the warning, or fix it\./);
  assert.equal(publishBlocker(job, warnings, ticked(2)), undefined);
  const unsent = { ...job, rows: [rowOf('l', { phase: 'uploading' })] };
  assert.match(publishBlocker(unsent, [], new Set()) ?? '', /not uploaded yet/);
});

test('the upload rate covers the last seconds and needs enough samples', () => {
  const meter = createRateMeter();
  assert.equal(meter.add(0, 0), undefined);
  assert.equal(meter.add(1000, 100), undefined);
  assert.equal(meter.add(5000, 1000), 5000);
});

test('file names are stored for the latest drafts; without storage they are omitted', () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  for (let draft = 0; draft < 30; draft += 1)
    rememberNames(`rel_${draft}`, { l: `${draft}.AppImage` }, storage);
  rememberNames('rel_29', { w: 'w.exe' }, storage);
  assert.deepEqual(
    [
      findRememberedName('rel_29', 'l', storage),
      findRememberedName('rel_29', 'w', storage),
      findRememberedName('rel_0', 'l', storage),
    ],
    ['29.AppImage', 'w.exe', undefined],
  );
  entries.set('slipway-file-names', '{');
  assert.equal(findRememberedName('rel_29', 'l', storage), undefined);
  rememberNames('rel_1', { l: 'x' }, undefined);
});

test('only one of two tabs uploads to a draft', async () => {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const radio = (): TabChannel => {
    let own: (event: MessageEvent) => void = () => {};
    return {
      addEventListener: (_, listener) => {
        own = listener as typeof own;
        listeners.push(own);
      },
      postMessage: (data) => {
        for (const listener of listeners) if (listener !== own) listener({ data } as MessageEvent);
      },
    };
  };
  const [first, second] = [createTabLock(radio()), createTabLock(radio())];
  assert.equal(await first.take('rel_1'), true);
  assert.equal(await second.take('rel_1'), false);
  assert.equal(await second.take('rel_2'), true);
  first.release('rel_1');
  assert.equal(await second.take('rel_1'), true);
  assert.equal(await createTabLock(undefined).take('rel_1'), true);
});
