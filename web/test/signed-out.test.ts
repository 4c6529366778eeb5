import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData, outage } = await import('../src/data/query-cache.ts');
const { findSession, session } = await import('../src/data/session.ts');
const { SignInScreen } = await import('../src/screens/sign-in.tsx');
const { Apps } = await import('../src/screens/apps.tsx');
const { slugify } = await import('../src/screens/new-app-form.tsx');
const { OfflineNotice } = await import('../src/app/frame/offline-notice.tsx');
const { Navigation } = await import('../src/app/frame/navigation.tsx');

/* Screens outside an app: sign-in, the list of apps, and the outage notice. */

describe('before an app is chosen', () => {
  beforeEach(() => {
    clearQueries();
    outage.value = undefined;
    session.value = { actor: 'admin', key: null, app: null, expiresAt: null };
  });

  test('signing in asks for one key, supports password managers, and says where to find it', () => {
    const html = drawComponent(SignInScreen, {});
    assert.match(html, /<input[^>]*type="password"[^>]*autocomplete="current-password"/);
    assert.match(wordsIn(html), /Stay signed in for 7 days.*data\/admin-key.*reset-key/);
    assert.ok(html.includes('href="/docs"'));
  });

  test('a revoked key leads to sign-in; an unavailable server does not', async (t) => {
    const answer = (status: number) =>
      t.mock.method(globalThis, 'fetch', async () => new Response('{}', { status }));
    answer(503);
    await assert.rejects(findSession());
    assert.notEqual(session.value, null);
    answer(401);
    await findSession();
    assert.equal(session.value, null);
  });

  test('without apps, the first one can be created', () => {
    setQueryData('apps', { value: { apps: [] } });
    const words = wordsIn(drawComponent(Apps, {}));
    assert.match(words, /Create your first app.*Slug.*Updater/);
    assert.ok(!words.includes('New app'));
  });

  test('a slug is made of a name, without its accents', () => {
    assert.equal(slugify('Löwe 日本 & Café'), 'lowe-cafe');
  });

  test('apps are listed, each with its link', () => {
    const app = { slug: 'lantern', name: 'Lantern', allowanceBytes: 2_000_000_000_000 };
    setQueryData('apps', { value: { apps: [app] } });
    const html = drawComponent(Apps, {});
    assert.ok(html.includes('href="/apps/lantern"'));
    assert.match(wordsIn(html), /of 2 TB/);
    assert.doesNotMatch(wordsIn(html), /No releases|Never/, 'what is not known yet is not denied');
    setQueryData('lantern/offers', { value: { offers: [] } });
    assert.match(wordsIn(drawComponent(Apps, {})), /No releases Never/);
  });

  test('an unavailable server is reported with the time of the next retry', () => {
    assert.equal(drawComponent(OfflineNotice, {}), '');
    outage.value = { code: 'database-unavailable', since: Date.now(), retryAt: Date.now() + 5000 };
    assert.match(
      wordsIn(drawComponent(OfflineNotice, {})),
      /^Database unavailable\. Showing data from .*Retrying in 5 s\./,
    );
  });

  test('navigation marks the current screen', () => {
    openAt('/apps/lantern');
    assert.match(drawComponent(Navigation, { app: 'lantern' }), /href="\/apps\/lantern" aria-current="page"/);
  });
});
