import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { AuditEntry } from '@slipway/api';
import { auditUrl, parseAuditFilters } from '../src/screens/audit/filters.ts';
import { auditActor, auditedReleaseId, auditMessage } from '../src/screens/audit/messages.ts';
import { admin, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Audit } = await import('../src/screens/audit.tsx');

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: '1', at: '2026-11-10T14:02:00.000Z', actor: 'key_1', actorName: 'release pipeline' },
  ...{ action: 'release.publish', subject: 'rel_1', detail: { version: '1.5.0', channel: 'stable' } },
  ...change,
});
const html = (query: Record<string, string> = {}): string =>
  drawComponent(Audit, { app: 'lantern', params: {}, query });

describe('the audit log', () => {
  beforeEach(() => {
    openAt('/apps/lantern/audit');
    clearQueries();
    session.value = admin;
  });

  test('shows actors and messages, with links to their subjects', () => {
    const entries = [
      entry(),
      entry({ id: '2', actor: 'admin', actorName: 'admin', through: 'dashboard', action: 'key.revoke' }),
    ];
    setQueryData('lantern/audit////1', { value: { items: entries, next: 'more' } });
    const words = wordsIn(html());
    assert.match(words, /1\.5\.0: Published to stable release pipeline .* rel_1/);
    assert.match(words, /revoked admin via dashboard .* Load more$/);
    assert.match(html(), /href="\/apps\/lantern\/releases\/rel_1"/);
    assert.match(html(), /href="\/apps\/lantern\/audit\?subject=rel_1"/);
  });

  test('can be filtered to one subject and reset', () => {
    setQueryData('lantern/audit/rel_1///1', { value: { items: [entry()], next: null } });
    assert.match(wordsIn(html({ subject: 'rel_1' })), /Filter Clear .*1\.5\.0: Published/);
    setQueryData('lantern/audit/nobody///1', { value: { items: [], next: null } });
    assert.match(wordsIn(html({ subject: 'nobody' })), /No events for “nobody” .*exact name of a key/);
  });

  test('is filtered by actor name and kind of event', () => {
    setQueryData('lantern/audit////1', { value: { items: [entry()], next: null } });
    assert.match(html(), /href="\/apps\/lantern\/audit\?actor=release\+pipeline">release pipeline</);
    assert.match(html(), /<option value="rollout">Rollouts<\/option>/);
    assert.match(html(), /aria-label="Key or person"/);
    setQueryData('lantern/audit//release pipeline/key/1', { value: { items: [], next: null } });
    const query = { actor: 'release pipeline', action: 'key' };
    assert.match(wordsIn(html(query)), /Clear No events for “release pipeline, key”/);
    assert.match(html(query), /<option selected value="key">API keys/);
    assert.match(html(query), /value="release pipeline"/);
  });

  test('has an empty state', () => {
    setQueryData('lantern/audit////1', { value: { items: [], next: null } });
    assert.match(wordsIn(html()), /No events yet/);
  });

  test('shows a skeleton while loading, and load errors', () => {
    assert.match(html(), /class="skeleton"/);
    setQueryData('lantern/audit////1', { error: refusal('scope-missing') });
    assert.match(wordsIn(html()), /You don’t have access .*Use a key that has this scope/);
    assert.doesNotMatch(wordsIn(html()), /Retry/);
    setQueryData('lantern/audit////1', { error: refusal('database-unavailable') });
    assert.match(wordsIn(html()), /Retry/);
  });
});

const messageOf = (action: string, subject: string, detail: AuditEntry['detail'] = null): string =>
  auditMessage({ action, subject, detail });

test('messages name their subjects', () => {
  assert.equal(messageOf('app.create', 'lantern', { adapter: 'tauri' }), 'App lantern created (tauri)');
  assert.equal(
    messageOf('app.change', 'lantern', { name: 'Lamp', allowanceBytes: null, signatures: 'require' }),
    'Settings changed: name set to “Lamp”; download limit removed; signatures required',
  );
  assert.equal(messageOf('channel.create', 'beta'), 'Channel beta created');
  assert.equal(messageOf('channel.change', 'beta', { active: false }), 'Channel beta: archived');
  assert.equal(
    messageOf('channel.change', 'beta', { alsoOffers: 'stable' }),
    'Channel beta: also offers stable',
  );
  assert.equal(
    messageOf('key.create', 'key_1', { name: 'ci', scopes: ['publish', 'read'] }),
    'API key “ci” created (publish, read)',
  );
  assert.equal(
    messageOf('key.create', 'key_1', { name: 'ci', scopes: ['publish'], via: { repository: 'acme/app' } }),
    'Temporary key issued to acme/app (publish)',
  );
  assert.equal(messageOf('session.open', 'key_1', { name: 'ci' }), 'Signed in with “ci”');
  assert.equal(
    messageOf('signing-key.change', 'sig_1', { keyId: '9638', state: 'retired', fromVersion: '2.0.0' }),
    'Signing key 9638: retired; in app version 2.0.0 and later',
  );
  assert.equal(messageOf('domain.delete', 'get.example'), 'Domain get.example removed');
  assert.equal(
    messageOf('rollout.advance', 'rel_1', { version: '1.5.0', to: 50 }),
    '1.5.0: Rollout set to 50%',
  );
  assert.equal(
    messageOf('artifact.prune', 'art_1', { target: 'linux', version: '1.3.0' }),
    '1.3.0: file for linux permanently deleted',
  );
  assert.equal(messageOf('comet.seen', 'x'), 'comet.seen');
});

test('actors, releases and addresses of the audit log', () => {
  assert.deepEqual(auditActor(entry({ actor: 'service' })), { name: 'Slipway', where: 'automatic' });
  assert.deepEqual(auditActor(entry()), { name: 'release pipeline' });
  assert.equal(
    auditedReleaseId(entry({ action: 'artifact.declare', detail: { release: 'rel_9' } })),
    'rel_9',
  );
  assert.equal(auditedReleaseId(entry({ action: 'release.delete' })), undefined);
  assert.equal(auditedReleaseId(entry({ action: 'key.create', subject: 'key_1' })), undefined);
  assert.deepEqual(parseAuditFilters({ subject: ' ', actor: ' ci ', action: '', pages: 'x' }), {
    ...{ subject: undefined, actor: 'ci', action: undefined, pages: 1 },
  });
  assert.equal(auditUrl('lantern', { subject: 'a b', pages: 2 }), '/apps/lantern/audit?subject=a+b&pages=2');
});
