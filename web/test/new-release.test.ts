import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Release, Session } from '@slipway/api';
import { audiences, type ReleaseJob } from '../src/upload/job.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';
import { row } from './rows.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { updateJob, getJob } = await import('../src/upload/job-store.ts');
const { emptyJob } = await import('../src/upload/job.ts');
const { FileRow } = await import('../src/screens/new-release/file-row.tsx');
const { NewRelease } = await import('../src/screens/new-release.tsx');
const { publishButtonText } = await import('../src/screens/new-release/messages.ts');
const { describeUploadError } = await import('../src/screens/new-release/messages.ts');
const { totalProgressText } = await import('../src/screens/new-release/messages.ts');
const { progressText } = await import('../src/screens/new-release/messages.ts');
const { BlockedUpload, RefusedUpload } = await import('../src/upload/transfer.ts');

/* The states of a release in progress. */

const app = 'lantern';
const admin: Session = { actor: 'admin', key: null, app: null, expiresAt: null };

const draft = (artifacts: object[] = []): Release =>
  ({
    id: 'rel_1',
    app,
    version: '1.6.0',
    channel: 'stable',
    notes: '',
    createdAt: '2026-11-16T09:00:00Z',
    artifacts,
  }) as unknown as Release;

const drawn = (to: Partial<ReleaseJob> = {}): string => {
  getJob(app).value = emptyJob(app);
  updateJob(app, to);
  return drawComponent(NewRelease, { app, params: {}, query: {} });
};
const renderText = (to?: Partial<ReleaseJob>): string => wordsIn(drawn(to));

describe('a new release', () => {
  beforeEach(() => {
    openAt('/apps/lantern/new');
    clearQueries();
    session.value = admin;
    setQueryData(`${app}/app`, { value: { app: { adapter: 'tauri' } } });
    setQueryData(`${app}/channels`, {
      value: {
        channels: [
          { name: 'stable', active: true },
          { name: 'beta', active: true },
        ],
      },
    });
    setQueryData(`${app}/offers`, {
      value: { offers: [{ channel: 'stable', target: 'linux-x86_64', version: '1.5.0' }] },
    });
    setQueryData(`${app}/drafts//`, { value: { releases: [], next: null } });
  });

  test('starts with a drop zone and the CLI command', () => {
    const words = renderText();
    assert.match(
      words,
      /Drop your build folder or files here.*Choose files.*Choose folder.*slipway publish --app lantern/,
    );
    assert.ok(!words.includes('Changes by platform'));
  });

  test('offers to continue earlier drafts', () => {
    const earlier = draft([
      { target: 'l', size: 5e6, uploadedAt: '2026', state: 'declared' },
      { target: 'w', size: 5e6, uploadedAt: null, state: 'declared' },
    ]);
    setQueryData(`${app}/drafts//`, { value: { releases: [earlier], next: null } });
    assert.match(
      renderText(),
      /Drafts.*1\.6\.0 stable.*1 of 2 files uploaded, 5 MB of 10 MB Continue 1\.6\.0/,
    );
    assert.match(drawn(), /href="\/apps\/lantern\/new\?draft=rel_1"/);
  });

  test('is disabled for a key that may not publish, with the reason', () => {
    session.value = {
      ...admin,
      actor: 'key',
      app,
      key: { id: 'key_1', name: 'reader', scopes: ['read'], expiresAt: null },
    };
    const words = renderText();
    assert.match(words, /Requires the publish scope\. Your key has: read\./);
    assert.ok(!words.includes('Choose files'));
  });

  test('shows the files, each target’s offer, and what is missing', () => {
    const words = renderText({ version: '1.6.0', rows: [row('linux-x86_64')] });
    assert.match(words, /linux-x86_64\.AppImage 200 MB Unsigned/);
    assert.match(words, /1\.6\.0 → stable · 1 file · 200 MB Ready Start over Upload 1 file$/);
    assert.match(words, /Roll out to/);
    assert.doesNotMatch(words, /Publish to stable/);
  });

  test('edits and previews notes, and limits their length', () => {
    const files = { version: '1.6.0', rows: [row('linux-x86_64')] };
    assert.match(renderText(files), /Write Preview Release notes .*You can edit them later\./);
    assert.match(renderText({ ...files, notes: 'a'.repeat(64 * 1024 + 1) }), /1 byte over the 64 KiB limit/);
  });

  test('offers a staged rollout only where the other clients have a release to get', () => {
    const files = {
      ...{ version: '1.6.0', rows: [row('linux-x86_64')], audience: '10' as const },
      ...{ draft: draft(), isRunning: true },
    };
    const published = (releases: object[]) =>
      setQueryData(`${app}/published/stable`, { value: { releases, next: null } });
    const off = (html: string): number => html.match(/<option[^>]* disabled/g)?.length ?? 0;
    published([]);
    assert.equal(off(drawn(files)), 4);
    assert.match(
      renderText(files),
      /The first release on a channel goes to everyone\..*0% of 200 MB Pause Publish to stable/,
    );
    published([{ rollout: { state: 'rolling', percent: 10 } }]);
    assert.equal(off(drawn(files)), 4);
    published([{ rollout: { state: 'done', percent: 100 } }]);
    assert.equal(off(drawn(files)), 0);
    assert.match(
      renderText(files),
      /Other clients keep getting the previous release\..*Publish to 10% of stable/,
    );
  });

  test('shows the key of an unverified signature without calling it valid', () => {
    const by = (first: number): string => {
      const bytes = Buffer.concat([Buffer.from('ED'), Buffer.alloc(8, first), Buffer.alloc(64)]);
      const global = Buffer.alloc(64).toString('base64');
      return `untrusted comment: x\n${bytes.toString('base64')}\ntrusted comment: y\n${global}`;
    };
    const chip = (signature: string): string | undefined => {
      const { item } = row('linux-x86_64');
      const html = drawn({ version: '1.6.0', rows: [row('linux-x86_64', { item: { ...item, signature } })] });
      return /class="badge ([a-z]+)">(?:<i[^>]*><\/i>)?([^<]+)/.exec(html)?.slice(1).join(' ');
    };
    assert.equal(chip(by(0xab)), 'plain Signed · ABABABAB');
  });

  test('reports a skipped private key', () =>
    assert.match(
      renderText({ privateKeys: ['build/updater.key'] }),
      /updater\.key contains a private key\. It was skipped and not uploaded\./,
    ));

  test('lists the missing files of a draft by target, size and hash', () => {
    const words = renderText({
      draft: draft([
        { target: 'linux-x86_64', size: 2e8, sha256: 'd'.repeat(64), format: '.AppImage', uploadedAt: null },
      ]),
      version: '1.6.0',
    });
    assert.match(words, /1 file missing\. Drop it again.*linux-x86_64.*200 MB, SHA-256 d{12}…dddd/);
    assert.match(words, /1 file not uploaded yet/);
  });

  test('reports a file that differs from the draft', () => {
    const expected = { target: 'linux-x86_64', size: 9e6, sha256: 'd'.repeat(64), uploadedAt: null };
    const words = renderText({
      draft: draft([expected]),
      version: '1.6.0',
      rows: [row('linux-x86_64', { phase: 'differs' })],
    });
    assert.match(words, /This isn’t the file the draft expects\. Expected d{12}… \( ?9 MB ?\), got c{12}…/);
    assert.match(words, /Replace file/);
  });

  test('shows upload progress and can pause it', () => {
    const sending = row('linux-x86_64', {
      ...{ phase: 'uploading' as const, bytes: 102_000_000, bytesPerSecond: 8_100_000 },
    });
    const html = drawComponent(FileRow, {
      ...{ app, row: sending, draft: draft(), adapter: 'tauri', warnings: [], isFixed: true },
    });
    assert.match(
      html,
      /<progress value="0\.51" max="1" aria-label="Uploading Lantern_1\.6\.0_linux-x86_64\.AppImage"/,
    );
    assert.match(wordsIn(html), /51% · 8\.1 MB\/s/);
    const words = renderText({ draft: draft(), version: '1.6.0', isRunning: true, rows: [sending] });
    assert.match(words, /Files 1 file · 200 MB Show files/);
    assert.match(
      words,
      /1\.6\.0 → stable · 1 file · 200 MB 51% of 200 MB, about 12 s left Pause Publish to stable/,
    );
  });

  test('shows the missing CORS rule of a bucket', () => {
    const words = renderText({
      draft: draft(),
      version: '1.6.0',
      rows: [row('linux-x86_64', { phase: 'failed', error: new BlockedUpload('https://bucket.test') })],
    });
    assert.match(
      words,
      /Upload to https:\/\/bucket\.test was blocked.*"AllowedMethods".*"PUT".*"ExposeHeaders".*Retry/,
    );
    assert.match(words, /"http:\/\/localhost:8080"/);
  });

  test('collapses the files once they are uploaded, and a clean review', () => {
    const sent = {
      ...{ version: '1.6.0', rows: [row('linux-x86_64', { phase: 'uploaded' })] },
      draft: draft([{ target: 'linux-x86_64', size: 2e8, sha256: 'd'.repeat(64), uploadedAt: '2026' }]),
    };
    const words = renderText(sent);
    assert.match(words, /Files 1 file · 200 MB Edit files Review Starts when .* Show review Publish /);
    assert.doesNotMatch(words, /Choose files|Changes by platform/);
    assert.match(words, /Reviewing… Save draft Publish to stable Reviewing…$/);
    const differing = renderText({ ...sent, rows: [row('linux-x86_64', { phase: 'differs' })] });
    assert.match(differing, /Choose files.*Continue upload/);
  });
});

test('texts for progress, buttons and errors', () => {
  assert.equal(progressText(row('l', { phase: 'hashing', bytes: 1.4e8 })), 'Checking 70%');
  assert.equal(progressText(row('l', { phase: 'uploaded' })), 'Uploaded');
  assert.equal(totalProgressText({ rows: [row('l', { phase: 'uploaded' }), row('w')] }), '50% of 400 MB');
  assert.equal(publishButtonText({ channel: 'stable', audience: '10' }), 'Publish to 10% of stable');
  assert.deepEqual(audiences.everyone.steps, undefined);
  assert.match(
    describeUploadError(new RefusedUpload('storage-full', 'Full.', false), 'a').remedy ?? '',
    /disk space/,
  );
  assert.match(describeUploadError(new Error('?'), 'a').message, /Connection lost/);
});
