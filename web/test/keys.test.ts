import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Key, ProblemError, type Scope, type Session } from '@slipway/api';
import { scopeDenialReason } from '../src/screens/keys/messages.ts';
import { expiryOf, githubSnippet, gitlabSnippet, keyState, sortKeys } from '../src/screens/keys/scopes.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Keys } = await import('../src/screens/keys.tsx');
const { CreateKeyForm } = await import('../src/screens/keys/create-key-form.tsx');
const { RevokeKeyDialog } = await import('../src/screens/keys/revoke-key-dialog.tsx');
const { SecretDialog } = await import('../src/screens/keys/secret-dialog.tsx');

const admin: Session = { actor: 'admin', key: null, app: null, expiresAt: null };
const holder = (scopes: ('read' | 'publish' | 'manage')[]): Session => ({
  ...{ actor: 'key', app: 'lantern', expiresAt: null },
  key: { id: 'key_9', name: 'mine', scopes, expiresAt: null },
});

const key = (change: Partial<Key> = {}): Key => ({
  id: 'key_1',
  name: 'release pipeline',
  scopes: ['publish', 'read'],
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...change,
});

const renderText = (): string => wordsIn(drawComponent(Keys, { app: 'lantern', params: {}, query: {} }));

describe('keys', () => {
  beforeEach(() => {
    openAt('/apps/lantern/keys');
    clearQueries();
    session.value = admin;
  });

  test('have an empty state that also suggests trusted publishing', () => {
    setQueryData('lantern/keys', { value: { keys: [] } });
    assert.match(renderText(), /No API keys yet.*slipway publish.*Trusted publishing.*Add trusted publisher/);
  });

  test('are listed with scopes and last use', () => {
    const keys = [key(), key({ id: 'key_2', name: 'old', expiresAt: '2020-01-01T00:00:00Z' })];
    setQueryData('lantern/keys', { value: { keys } });
    assert.match(renderText(), /release pipeline publish read Never Never.*Revoke… .*old.*Expired/);
  });

  test('that are revoked say so, and are not revoked again', () => {
    setQueryData('lantern/keys', { value: { keys: [key({ revokedAt: '2026-11-02T00:00:00Z' })] } });
    assert.match(renderText(), /release pipeline publish read Never Revoked/);
    assert.doesNotMatch(renderText(), /Revoke…/);
  });

  test('show a skeleton while loading, and load errors', () => {
    assert.match(drawComponent(Keys, { app: 'lantern', params: {}, query: {} }), /class="skeleton"/);
    setQueryData('lantern/keys', { error: new ProblemError(503, undefined, null) });
    assert.match(renderText(), /Retry/);
  });

  test('cannot be created or revoked without the scope, with the reason', () => {
    session.value = holder(['read', 'publish']);
    setQueryData('lantern/keys', { value: { keys: [key()] } });
    const html = drawComponent(Keys, { app: 'lantern', params: {}, query: {} });
    assert.equal(html.match(/Requires the manage scope\. Your key has: read, publish\./g)?.length, 3);
    assert.equal(html.match(/aria-disabled="true"/g)?.length, 3);
  });

  test('are created with explained scopes; scopes you lack are disabled', () => {
    session.value = holder(['manage', 'publish']);
    const none = () => {};
    const words = wordsIn(drawComponent(CreateKeyForm, { app: 'lantern', onMade: none, onCancel: none }));
    assert.match(
      words,
      /publish Upload files and publish releases\..*withdraw Your key doesn’t have this scope/,
    );
    assert.match(words, /30 days 90 days 1 year Never expires/);
  });

  test('show their secret once, with CI configuration, until you confirm that you saved it', () => {
    const html = drawComponent(SecretDialog, {
      app: 'lantern',
      made: { key: key(), secret: 'slw_secret' },
      onClose: () => {},
    });
    assert.match(wordsIn(html), /Copy it now\..*slw_secret.*secrets\.SLIPWAY_KEY.*I’ve saved it.*Done/);
    assert.match(html, /aria-disabled="true"[^>]*>Done/);
  });

  test('that cannot publish show a use that fits their scopes, and no CI configuration', () => {
    const words = (...scopes: Scope[]): string => {
      const made = { key: key({ scopes }), secret: 'slw_secret' };
      return wordsIn(drawComponent(SecretDialog, { app: 'lantern', made, onClose: () => {} }));
    };
    const support = words('read', 'withdraw');
    assert.match(
      support,
      /Sign in to this dashboard with it, or use the CLI: .*slipway releases withdraw 1\.2\.0/,
    );
    assert.doesNotMatch(support, /GitHub|GitLab|slipway publish/);
    assert.match(words('read'), /slipway releases list/);
    assert.match(words('report'), /slipway rollout report/);
    assert.doesNotMatch(words('report'), /Sign in|GitHub/);
    assert.match(words('publish', 'withdraw'), /GitHub Actions GitLab CI/);
  });

  test('are revoked by typing their name, with the last use shown', () => {
    const html = drawComponent(RevokeKeyDialog, { app: 'lantern', target: key(), onClose: () => {} });
    assert.match(
      wordsIn(html),
      /Revoke release pipeline\?.*fail immediately.*Never used\..*Type “release pipeline”/,
    );
    assert.match(html, /aria-disabled="true"[^>]*>Revoke key/);
    session.value = holder(['manage']);
    const own = drawComponent(RevokeKeyDialog, {
      app: 'lantern',
      target: key({ id: 'key_9' }),
      onClose: () => {},
    });
    assert.match(wordsIn(own), /You’re signed in with this key\./);
    assert.doesNotMatch(wordsIn(own), /Never used/);
  });
});

test('states, order, expiry and lines of keys', () => {
  const now = Date.parse('2026-11-16T00:00:00Z');
  assert.equal(keyState(key({ revokedAt: '2026-11-02T00:00:00Z' }), now), 'revoked');
  assert.equal(keyState(key({ expiresAt: '2026-11-15T00:00:00Z' }), now), 'expired');
  assert.equal(keyState(key({ expiresAt: '2026-11-17T00:00:00Z' }), now), 'active');
  const ordered = sortKeys(
    [key({ id: 'a', revokedAt: '2026' }), key({ id: 'b' }), key({ id: 'c', createdAt: '2026-11-09' })],
    now,
  );
  assert.deepEqual(
    ordered.map(({ id }) => id),
    ['c', 'b', 'a'],
  );
  assert.equal(expiryOf('30', now), '2026-12-16T00:00:00.000Z');
  assert.equal(expiryOf('', now), null);
  assert.equal(scopeDenialReason('prune', admin), undefined);
  assert.match(githubSnippet('https://s.test', 'a'), /url: https:\/\/s\.test[\s\S]*secrets\.SLIPWAY_KEY/);
  assert.match(gitlabSnippet('https://s.test', 'a'), /SLIPWAY_URL: https:\/\/s\.test[\s\S]*slipway publish/);
});
