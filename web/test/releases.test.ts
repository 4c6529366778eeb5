import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { admin, artifact, holderOf, refusal, release } from './planted.ts';
import { drawComponent, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Releases } = await import('../src/screens/releases.tsx');
const { parseReleaseFilters, releasesUrl } = await import('../src/screens/releases/filters.ts');
const { groupReleasesByDay, artifactTotals } = await import('../src/screens/releases/by-day.ts');
const { releaseStateLabel } = await import('../src/screens/releases/state-label.ts');

const drawn = (query: Record<string, string> = {}): string =>
  drawComponent(Releases, { app: 'lantern', params: {}, query });

describe('filters of the list', () => {
  test('are stored in the URL, and invalid values are ignored', () => {
    const filters = parseReleaseFilters({ channel: 'beta', state: 'withdrawn', pages: '3' });
    assert.deepEqual(filters, { channel: 'beta', state: 'withdrawn', search: undefined, pages: 3 });
    assert.equal(
      releasesUrl('lantern', filters),
      '/apps/lantern/releases?channel=beta&state=withdrawn&pages=3',
    );
    assert.deepEqual(parseReleaseFilters({ state: 'gone', pages: '-1', channel: '' }), {
      channel: undefined,
      state: undefined,
      search: undefined,
      pages: 1,
    });
    assert.equal(parseReleaseFilters({ pages: '9999' }).pages, 40);
  });
});

describe('the timeline', () => {
  test('groups releases by day, newest first, without drafts', () => {
    const days = groupReleasesByDay([
      release({ id: 'a', publishedAt: '2026-11-10T12:00:00Z' }),
      release({ id: 'b', publishedAt: '2026-11-12T12:00:00Z' }),
      release({ id: 'c', publishedAt: '2026-11-10T12:30:00Z' }),
      release({ id: 'd', state: 'draft', publishedAt: null }),
    ]);
    assert.deepEqual(
      days.map(({ releases }) => releases.map(({ id }) => id)),
      [['b'], ['c', 'a']],
    );
  });

  test('labels states in one or two words', () => {
    assert.equal(releaseStateLabel(release()).text, 'Published');
    assert.equal(
      releaseStateLabel(release({ rollout: { state: 'rolling', percent: 50 } })).text,
      '50% rollout',
    );
    assert.equal(
      releaseStateLabel(release({ rollout: { state: 'paused', percent: 5 } })).text,
      'Paused at 5%',
    );
    assert.equal(releaseStateLabel(release({ rollout: { state: 'done', percent: 100 } })).text, 'Published');
    assert.equal(releaseStateLabel(release({ state: 'withdrawn' })).text, 'Withdrawn');
    const pruned = release({ artifacts: [artifact('a', { state: 'pruned' })] });
    assert.equal(releaseStateLabel(pruned).text, 'Files deleted');
    assert.deepEqual(artifactTotals(pruned), { targets: 0, bytes: 0 });
  });
});

describe('the Releases screen', () => {
  const list = 'lantern/releases////1';

  beforeEach(() => {
    clearQueries();
    session.value = admin;
  });

  test('renders immediately, with a skeleton', () => {
    assert.match(drawn(), /<h1[^>]*>Releases<\/h1>/);
    assert.match(drawn(), /class="skeleton"/);
    assert.ok(!drawn().includes('role="alert"'));
  });

  test('shows the first steps if there is no release', () => {
    setQueryData(list, { value: { items: [], next: null } });
    const words = wordsIn(drawn());
    assert.match(words, /No releases yet/);
    assert.match(words, /slipway publish --app lantern/);
  });

  test('distinguishes filters without results from an app without releases', () => {
    setQueryData('lantern/releases/beta///1', { value: { items: [], next: null } });
    assert.match(wordsIn(drawn({ channel: 'beta' })), /No releases match these filters Clear filters/);
  });

  test('searches by version, also in drafts, with the search in the URL', () => {
    assert.equal(
      releasesUrl('lantern', parseReleaseFilters({ search: ' 1.4 ', state: 'published' })),
      '/apps/lantern/releases?state=published&search=1.4',
    );
    setQueryData('lantern/releases///1.4/1', {
      value: { items: [release({ version: '1.4.2' })], next: null },
    });
    setQueryData('lantern/drafts//', {
      value: { releases: [release({ state: 'draft', version: '1.6.0' })] },
    });
    const html = drawn({ search: '1.4' });
    assert.match(html, /type="search" aria-label="Search versions"[^>]* value="1\.4"/);
    assert.match(wordsIn(html), /1\.4\.2/);
    assert.doesNotMatch(wordsIn(html), /1\.6\.0/);
  });

  test('pluralizes downloads', () => {
    setQueryData(list, { value: { items: [release()], next: null } });
    const renderText = (downloads: number): string => {
      const rows = [{ releaseId: 'rel_1', downloads, bytes: 1 }];
      setQueryData('lantern/usage-by-release', { value: { usage: { rows } } });
      return wordsIn(drawn());
    };
    assert.match(renderText(1), /1 MB 1 download(?!s)/);
    assert.match(renderText(2), /1 MB 2 downloads/);
  });

  test('shows an error with its code and Retry', () => {
    setQueryData(list, { error: refusal('database-unavailable') });
    const words = wordsIn(drawn());
    assert.match(words, /It is away\. .*database-unavailable.*req-1.*Retry/);
  });

  test('lists releases with withdrawal reasons and loads older ones', () => {
    const withdrawn = {
      ...release({ id: 'rel_2', version: '1.4.9', state: 'withdrawn' }),
      withdrawReason: 'crashes',
    };
    setQueryData(list, { value: { items: [release(), withdrawn], next: 'cursor' } });
    setQueryData('lantern/usage-by-release', {
      value: { usage: { rows: [{ releaseId: 'rel_1', downloads: 12_401, bytes: 1 }] } },
    });
    setQueryData('lantern/checks-by-version/', {
      value: { fleet: { totals: { checks: 1000 }, rows: [{ version: '1.5.0', checks: 362 }] } },
    });
    const words = wordsIn(drawn());
    assert.match(words, /1\.5\.0 stable Published 1 platform 1 MB 12,401 downloads 36\.2% of checks/);
    assert.match(words, /1\.4\.9 stable Withdrawn “crashes”/);
    assert.match(words, /Load more$/);
  });

  test('shows the progress of drafts, and disables actions without permission', () => {
    session.value = holderOf('read');
    const draft = release({
      ...{ id: 'rel_3', version: '1.6.0', state: 'draft', publishedAt: null },
      artifacts: [artifact('a'), artifact('b', { state: 'declared', uploadedAt: null, size: 3_000_000 })],
    });
    setQueryData('lantern/drafts//', { value: { releases: [draft], next: null } });
    setQueryData('lantern/release/rel_3', { value: { release: draft } });
    const words = wordsIn(drawn());
    assert.match(words, /1\.6\.0 stable .* 1 of 2 files uploaded, 1 MB of 4 MB/);
    assert.match(words, /Continue 1\.6\.0 Requires the publish scope\. Your key has: read\./);
    assert.match(drawn(), /aria-disabled="true"[^>]*>Delete…/);
  });
});
