import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Release } from '@slipway/api';
import { admin, artifact, holderOf, refusal, release } from './planted.ts';
import { drawComponent, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { ReleaseScreen } = await import('../src/screens/release.tsx');

/* The release screen while loading, for a draft, with failed cards, and without permissions. */

const html = (): string =>
  drawComponent(ReleaseScreen, { app: 'lantern', params: { id: 'rel_1' }, query: {} });
const words = (): string => wordsIn(html());
const plant = (planted: Release): void =>
  setQueryData('lantern/release/rel_1', { value: { release: planted } });

describe('the release screen', () => {
  beforeEach(() => {
    clearQueries();
    session.value = admin;
  });

  test('renders the heading immediately, with a skeleton', () => {
    assert.match(html(), /<h1[^>]*>Release<\/h1>/);
    assert.match(html(), /class="skeleton"/);
  });

  test('says that a release is missing or not readable with this key', () => {
    setQueryData('lantern/release/rel_1', { error: refusal('not-found') });
    assert.match(words(), /Release not found It was deleted, or your key can’t access it\./);
  });

  test('shows a load error with Retry', () => {
    setQueryData('lantern/release/rel_1', { error: refusal('database-unavailable') });
    assert.match(words(), /It is away\..*Retry/);
  });

  test('shows the files, grouped warnings and actions of a published release', () => {
    plant(
      release({
        artifacts: [artifact('linux-x86_64'), artifact('darwin-x86_64', { state: 'pruned' })],
        warnings: [
          { code: 'signature-missing', detail: 'The artifact for linux-x86_64 has no signature.' },
          { code: 'signature-missing', detail: 'The artifact for darwin-x86_64 has no signature.' },
        ],
      }),
    );
    const text = words();
    assert.equal(text.match(/has no signature\. signature-missing/g)?.length, 1);
    assert.match(text, /Withdraw…/);
    assert.match(html(), /aria-expanded="false" aria-label="More actions"/);
    assert.match(text, /Linux, x86_64 linux-x86_64 Unsigned .*1 MB .AppImage 0 9f2c…9f2c copy/);
    assert.match(text, /Deleted/);
    assert.match(text, /No release notes\./);
    assert.match(text, /Available to everyone\./);
  });

  test('shows why a release was withdrawn, and offers to restore it', () => {
    plant({
      ...release({ state: 'withdrawn', withdrawnAt: '2026-11-11T00:00:00.000Z' }),
      ...{ withdrawnBy: 'pipeline', withdrawReason: 'crashes at start' },
    });
    assert.match(
      words(),
      /by pipeline: “crashes at start”\. Not offered to anyone\. Clients that have it keep it\./,
    );
    assert.match(words(), /Restore…/);
    assert.ok(!words().includes('Withdraw…'));
  });

  test('lists the missing files of a draft and disables Publish', () => {
    plant(
      release({
        ...{ state: 'draft', publishedAt: null },
        artifacts: [artifact('a-x86_64'), artifact('b-x86_64', { state: 'declared', uploadedAt: null })],
      }),
    );
    const text = words();
    assert.match(text, /Publish checklist/);
    assert.match(text, /Upload the file for b-x86_64 \.AppImage, 1 MB, SHA-256 9f2c9f2c…/);
    assert.match(text, /Publish… File for b-x86_64 not uploaded yet\./);
    assert.match(text, /Publishing makes it available to everyone\. .* Set up staged rollout…/);
  });

  test('disables actions that a key may not use, with the reason', () => {
    session.value = holderOf('read', 'publish');
    plant(release());
    assert.match(html(), /aria-disabled="true" aria-describedby="[^"]+"[^>]*>Withdraw…/);
    assert.match(words(), /Requires the withdraw scope\. Your key has: read, publish\./);
  });

  test('shows the state, next step and health of a rollout', () => {
    plant(release({ rollout: { state: 'rolling', percent: 10 } }));
    setQueryData('lantern/rollout/rel_1', {
      value: {
        rollout: {
          ...{ releaseId: 'rel_1', state: 'rolling', percent: 10, stopped: null, brakedTargets: [] },
          ...{ steps: [{ percent: 50, afterHours: 24, needs: {} }], steppedAt: '2026-11-10T14:02:00.000Z' },
        },
        evidence: [{ source: 'health', target: null, bad: 3, good: 412, ratio: 0.4 }],
        exposed: { downloads: 940, ofFleet: 7.5 },
        hours: [],
      },
    });
    const text = words();
    assert.match(text, /1% 5% 10% 25% 50% 100%/);
    assert.match(text, /Goes to 50% on .*, unless paused\./);
    assert.match(text, /Downloaded by 7\.5% of clients, of 10% allowed\./);
    assert.match(text, /Pause… Go to 50%… Release to everyone… Preview impact/);
    assert.match(text, /Reported by API key 3 failures of 415 \(0\.7%\)/);
  });

  test('shows the history with actors', () => {
    plant(release());
    setQueryData('lantern/history/rel_1', {
      value: {
        entries: [
          {
            ...{ id: '2', at: '2026-11-10T14:02:00.000Z', actor: 'key_1', actorName: 'pipeline' },
            ...{ action: 'release.publish', subject: 'rel_1', detail: { channel: 'stable' } },
          },
        ],
        next: null,
      },
    });
    assert.match(words(), /Published to stable .* · pipeline/);
  });
});
