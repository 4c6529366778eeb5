import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { ProblemError, problems } from '@slipway/api';
import { drawComponent, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Overview } = await import('../src/screens/overview.tsx');
const { daysAgo } = await import('../src/ui/format.ts');

/* The overview while loading, empty, with a failed card, and without permissions. */

const app = {
  slug: 'lantern',
  name: 'Lantern',
  adapter: 'tauri',
  publicUrl: 'https://lantern.example.com',
  allowanceBytes: null,
};

const drawn = (): string => drawComponent(Overview, { app: 'lantern', params: {}, query: {} });
const renderText = (): string => wordsIn(drawn());

const refusal = (code: keyof typeof problems): ProblemError =>
  new ProblemError(
    problems[code].status,
    {
      ...{ type: '', title: '', status: problems[code].status, code },
      detail: 'It is away.',
      requestId: 'req-1',
    },
    '5',
  );

describe('the overview', () => {
  beforeEach(() => {
    clearQueries();
    session.value = { actor: 'admin', key: null, app: null, expiresAt: null };
  });

  test('renders every card immediately, with skeletons', () => {
    const html = drawn();
    for (const title of ['Today so far', 'Live now', 'Installed versions', 'Downloads', 'Download limit'])
      assert.ok(html.includes(`>${title}</h2>`), title);
    assert.ok(html.includes('class="skeleton"'));
    assert.ok(!/role="alert"/.test(html));
  });

  test('shows the first steps if there is no release', () => {
    setQueryData('lantern/app', { value: { app } });
    setQueryData('lantern/offered', {
      value: { offers: [], channels: ['stable'], isNew: true, hasChecks: false },
    });
    const words = renderText();
    assert.match(words, /Get started 0 of 3 done .*Add your signing key .*Waiting for the first check…/);
    assert.match(words, /Create an API key for CI \(optional\)/);
    assert.match(words, /https:\/\/lantern\.example\.com\/releases\/stable\/\{\{target\}\}/);
    assert.ok(!words.includes('Live now'));
    assert.ok(!drawn().includes('aria-disabled'));
  });

  test('shows an empty state if nothing is offered anymore', () => {
    setQueryData('lantern/offered', {
      value: { offers: [], channels: ['stable'], isNew: false, hasChecks: true },
    });
    assert.match(renderText(), /No live releases/);
    assert.ok(!renderText().includes('Get started'));
  });

  test('disables actions that a key may not use, with the reason', () => {
    session.value = {
      actor: 'key',
      key: { id: 'key_1', name: 'reader', scopes: ['read'], expiresAt: null },
      app: 'lantern',
      expiresAt: null,
    };
    setQueryData('lantern/app', { value: { app } });
    setQueryData('lantern/offered', {
      value: { offers: [], channels: ['stable'], isNew: true, hasChecks: false },
    });
    assert.match(drawn(), /aria-disabled="true" aria-describedby="([^"]+)"[^>]*>Create API key/);
    assert.match(renderText(), /Requires the manage scope\. Your key has: read\./);
  });

  test('shows a failed card next to loaded ones', () => {
    setQueryData('lantern/rollouts', { error: refusal('database-unavailable') });
    setQueryData('lantern/offered', {
      value: {
        offers: [
          {
            ...{ channel: 'stable', target: 'linux-x86_64', version: '1.5.0', releaseId: 'rel_1' },
            ...{ publishedAt: '2026-11-10T14:02:00Z', newest: true },
          },
        ],
        ...{ channels: ['stable'], isNew: false, hasChecks: true },
      },
    });
    const words = renderText();
    assert.match(
      words,
      /It is away\. Try again in a minute\..*Error database-unavailable .* Request ID req-1.*Retry/,
    );
    assert.match(words, /linux-x86_64 1\.5\.0/);
  });

  test('marks a target that is behind, in the table and in the list', () => {
    const offer = (target: string, version: string, newest: boolean) => ({
      ...{ channel: 'stable', target, version, newest, releaseId: `rel_${version}` },
      publishedAt: '2026-11-10T14:02:00Z',
    });
    setQueryData('lantern/offered', {
      value: {
        offers: [offer('linux-x86_64', '1.5.0', true), offer('linux-deb-x86_64', '1.4.2', false)],
        ...{ channels: ['stable'], isNew: false, hasChecks: true },
      },
    });
    assert.match(renderText(), /Linux, x86_64, deb linux-deb-x86_64 1\.4\.2 Behind/);
    assert.match(renderText(), /1\.5\.0 on 1 of 2 platforms Linux, x86_64, deb: 1\.4\.2 Behind/);
  });

  test('compares today so far with yesterday', () => {
    const row = (day: string, version: string, checks: number) => ({
      ...{ day, version, checks, channel: 'stable', target: 'linux-x86_64' },
      ...{ offers: 0, withId: 0, clients: null },
    });
    const rows = [row(daysAgo(0), '1.5.0', 30), row(daysAgo(0), '1.4.2', 10), row(daysAgo(1), '1.4.2', 80)];
    setQueryData('lantern/checks', { value: { fleet: { rows } } });
    setQueryData('lantern/usage-by-day', {
      value: {
        ...{ totals: { downloads: 12, bytes: 3_000_000 }, days: [daysAgo(1), daysAgo(0)] },
        ...{ downloads: [11, 1], bytes: [2_000_000, 1_000_000] },
        month: { bytes: 3_000_000, allowanceBytes: null, resetsAt: '2026-12-01T00:00:00Z' },
      },
    });
    setQueryData('lantern/offered', {
      value: {
        offers: [
          {
            ...{ channel: 'stable', target: 'linux-x86_64', version: '1.4.2', releaseId: 'rel_1' },
            ...{ publishedAt: '2026-11-10T14:02:00Z', newest: true },
            rollout: {
              ...{ version: '1.5.0', releaseId: 'rel_2', publishedAt: '2026-11-11T14:02:00Z' },
              percent: 50,
            },
          },
        ],
        ...{ channels: ['stable'], isNew: false, hasChecks: true },
      },
    });
    const words = renderText();
    assert.match(words, /Update checks 40 80 yesterday Downloads 1 11 yesterday Data 1 MB 2 MB yesterday/);
    assert.match(words, /On latest version 75% 0% yesterday/);
    assert.match(words, /1\.4\.2 1\.5\.0 · 50% 40 80 yesterday/);
  });
});
