import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { TrustedPublisher } from '@slipway/api';
import { trustConditions, trustDenialReason, trustDraftError } from '../src/screens/settings/messages.ts';
import { pipelineSnippet } from '../src/screens/settings/pipeline-snippet.ts';
import {
  allowsAnyBranch,
  emptyTrustDraft,
  parseClaims,
  type TrustDraft,
  toTrustCreation,
} from '../src/screens/settings/trust-draft.ts';
import { admin, app, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { TrustedPublisherSettings } = await import('../src/screens/settings/trusted-publishers.tsx');
const { TrustForm } = await import('../src/screens/settings/trust-form.tsx');
const { TrustSnippetDialog, RemoveTrustDialog } = await import('../src/screens/settings/trust-dialogs.tsx');

const publisher = (change: Partial<TrustedPublisher> = {}): TrustedPublisher => ({
  ...{ id: 'tru_1', provider: 'github', issuer: 'https://token.actions.githubusercontent.com' },
  ...{ name: 'acme/lantern', repository: 'acme/lantern', workflow: 'release.yml', environment: 'release' },
  ...{ ref: null, scopes: ['publish', 'read'], ttlSeconds: 1800, pinned: null },
  ...{ createdAt: '2026-01-08T14:05:12.000Z', lastUsedAt: null },
  ...change,
});
const anyBranch = publisher({
  ...{ id: 'tru_2', provider: 'gitlab', name: 'acme/other', environment: null },
  warnings: [{ code: 'any-branch', detail: 'Neither a ref nor an environment is asked for.' }],
});
const html = (): string => drawComponent(TrustedPublisherSettings, { app: app() });
const plant = (trustedPublishers: TrustedPublisher[]): void =>
  setQueryData('lantern/trusted-publishers', { value: { trustedPublishers } });
const close = (): void => {};
const draft = (change: Partial<TrustDraft>): TrustDraft => ({ ...emptyTrustDraft, ...change });

describe('trusted publishers', () => {
  beforeEach(() => {
    openAt('/apps/lantern/settings');
    clearQueries();
    session.value = admin;
  });

  test('are listed with their conditions; one that matches any branch is highlighted', () => {
    plant([publisher(), anyBranch]);
    const words = wordsIn(html());
    assert.match(
      words,
      /acme\/lantern GitHub Actions workflow release\.yml environment release publish, read 30 min Never/,
    );
    assert.match(words, /acme\/other GitLab CI .*Any branch/);
  });

  test('have an empty state that explains them', () => {
    plant([]);
    assert.match(wordsIn(html()), /No trusted publishers .*No secret to store or rotate/);
  });

  test('show a skeleton while loading, and load errors', () => {
    assert.match(html(), /class="skeleton"/);
    setQueryData('lantern/trusted-publishers', { error: refusal('database-unavailable') });
    assert.match(wordsIn(html()), /It is away\..* Retry/);
  });

  test('are hidden without the scope, and an expiring key can’t add one', () => {
    session.value = holderOf('read');
    assert.match(
      wordsIn(html()),
      /can’t view trusted publishers\. Requires the manage scope\. Your key has: read\./,
    );
    const key = { id: 'key_1', name: 'mine', scopes: ['manage' as const], expiresAt: '2027-01-01T00:00:00Z' };
    session.value = { ...holderOf('manage'), key };
    plant([]);
    assert.match(wordsIn(html()), /Add trusted publisher Your key expires\./);
    assert.equal(trustDenialReason(holderOf('manage')), undefined);
  });

  test('are added with a warning while any branch could publish', () => {
    const words = wordsIn(drawComponent(TrustForm, { app: 'lantern', onTrusted: close, onCancel: close }));
    assert.match(words, /GitHub Actions GitLab CI Other \(OIDC\) Repository .*any-branch/);
    assert.match(words, /Anyone who can push a branch could publish/);
    assert.doesNotMatch(words, /Everything of the app/);
    assert.match(words, /Enter Repository\./);
  });

  test('show the configuration for their pipeline', () => {
    const words = wordsIn(
      drawComponent(TrustSnippetDialog, { app: 'lantern', publisher: publisher(), onClose: close }),
    );
    assert.match(words, /Added acme\/lantern .*key for 30 minutes.*id-token: write/);
    assert.match(
      pipelineSnippet(anyBranch, 'https://s.test', 'lantern'),
      /SLIPWAY_ID_TOKEN:\n {6}aud: https:\/\/s\.test/,
    );
    assert.match(
      pipelineSnippet(publisher({ provider: 'oidc' }), 'https://s.test', 'a'),
      /audience https:\/\/s\.test/,
    );
  });

  test('are removed after showing what stops working', () => {
    const props = { app: 'lantern', publisher: publisher(), isOnly: true, onClose: close };
    assert.match(
      wordsIn(drawComponent(RemoveTrustDialog, props)),
      /current keys are revoked and future runs get none.*the last/,
    );
  });
});

test('builds the request for a trusted publisher', () => {
  const fields = { repository: ' acme/lantern ', workflow: 'release.yml', ref: '', project: 'left over' };
  assert.deepEqual(toTrustCreation(draft({ fields })), {
    ...{ provider: 'github', repository: 'acme/lantern', workflow: 'release.yml' },
    ...{ scopes: ['publish', 'read'], ttlSeconds: 1800 },
  });
  const gitlab = draft({ provider: 'gitlab', fields: { project: 'acme/lantern' }, isProtected: true });
  assert.equal(toTrustCreation(gitlab).refProtected, true);
  const oidc = draft({
    provider: 'oidc',
    fields: { issuer: 'https://ci.test', claims: 'sub = a:*\n\nenv=b' },
  });
  assert.deepEqual(toTrustCreation(oidc).claims, { sub: 'a:*', env: 'b' });
});

test('reports missing fields, and whether any branch could publish', () => {
  assert.match(trustDraftError(emptyTrustDraft) ?? '', /Repository/);
  const whole = { repository: 'acme/lantern', workflow: 'release.yml' };
  assert.equal(trustDraftError(draft({ fields: whole })), undefined);
  assert.match(trustDraftError(draft({ fields: whole, scopes: new Set() })) ?? '', /Select a scope/);
  const oidc = (claims: string) =>
    trustDraftError(draft({ provider: 'oidc', fields: { issuer: 'https://ci.test', claims } }));
  assert.deepEqual(
    [oidc('sub = a'), oidc('env = b')?.includes('sub'), oidc('sub')],
    [undefined, true, 'Write each claim as name = value.'],
  );
  assert.deepEqual(parseClaims('sub = a=b'), { sub: 'a=b' });
  assert.equal(allowsAnyBranch(draft({ fields: whole })), true);
  assert.equal(allowsAnyBranch(draft({ fields: { ...whole, ref: 'refs/heads/*' } })), true);
  assert.equal(allowsAnyBranch(draft({ fields: { ...whole, ref: 'refs/tags/v*' } })), false);
  assert.equal(allowsAnyBranch(draft({ fields: { ...whole, environment: 'release' } })), false);
  assert.equal(allowsAnyBranch(draft({ provider: 'gitlab', isProtected: true })), false);
  assert.equal(allowsAnyBranch(draft({ provider: 'oidc' })), false);
  assert.deepEqual(trustConditions(publisher({ ref: 'refs/tags/v*', claims: { sub: 'a' } })), [
    'workflow release.yml',
    'environment release',
    'ref refs/tags/v*',
    'sub = a',
  ]);
});
