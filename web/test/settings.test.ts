import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { App, SigningKey } from '@slipway/api';
import { changedFields, formatBytesInput, parseBytesInput } from '../src/screens/settings/changed-fields.ts';
import { builtInText, retireLines } from '../src/screens/settings/messages.ts';
import { sortSigningKeys } from '../src/screens/settings/sort-signing-keys.ts';
import { admin, app, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Settings } = await import('../src/screens/settings.tsx');
const { ChangeSigningKeyDialog, RetireSigningKeyDialog } = await import(
  '../src/screens/settings/signing-key-dialogs.tsx'
);
const { SigningKeyForm } = await import('../src/screens/settings/signing-key-form.tsx');

const signingKey = (change: Partial<SigningKey> = {}): SigningKey => ({
  ...{ id: 'sig_1', kind: 'minisign', keyId: '9638EA65B6BAF214', publicKey: 'RWQU8rq2', name: 'key of 2026' },
  ...{ fromVersion: null, state: 'active', createdAt: '2026-03-02T09:00:00.000Z', retiredAt: null },
  ...change,
});
const html = (tab = 'general'): string =>
  drawComponent(Settings, { app: 'lantern', params: { tab }, query: {} });
const close = (): void => {};

const plant = (change: Partial<App> = {}, signingKeys: SigningKey[] = []): void => {
  setQueryData('lantern/app', { value: { app: app(change) } });
  setQueryData('lantern/signing-keys', { value: { signingKeys } });
  setQueryData('lantern/trusted-publishers', { value: { trustedPublishers: [] } });
};

describe('settings', () => {
  beforeEach(() => {
    openAt('/apps/lantern/settings');
    clearQueries();
    session.value = admin;
  });

  test('have an index with one page per subject', () => {
    plant({ allowanceBytes: 2_000_000_000_000, extras: true });
    const index = [...html().matchAll(/<a href="([^"]+)"(?: aria-current="page")?>([^<]+)<\/a>/g)];
    assert.deepEqual(
      index.map(([, , label]) => label),
      ['General', 'Delivery', 'Signing', 'Publishing', 'Danger zone'],
    );
    assert.match(html('signing'), /settings\/signing" aria-current="page">Signing</);
    assert.match(wordsIn(html()), /The slug lantern can’t be changed\. .*Save No changes\.$/);
    assert.match(
      wordsIn(html('delivery')),
      /Cache for 5 minutes.*Monthly download limit.*Extra response fields/,
    );
    assert.match(html('delivery'), /value="2 TB"/);
    assert.match(wordsIn(html('publishing')), /Releases can be published by API keys and trusted publishers/);
    assert.match(wordsIn(html('danger')), /Delete app…/);
    assert.equal(html('elsewhere'), html('general'));
  });

  test('describe the delivery modes and their trade-offs', () => {
    plant({ delivery: 'cached' });
    const words = wordsIn(html('delivery'));
    assert.match(words, /Delivery Direct Slipway serves every download/);
    assert.match(words, /CDN or proxy cache .*Usage is incomplete.*S3 redirect .*Usage counts requests/);
    assert.match(html('delivery'), /checked[^>]*><span><strong>CDN or proxy cache/);
  });

  test('switch the download page and link to it while it is on', () => {
    plant();
    assert.match(html(), /href="https:\/\/lantern\.updates\.example\.com"[^>]*>View download page/);
    plant({ page: false });
    assert.doesNotMatch(html(), /View download page/);
    assert.match(
      wordsIn(html()),
      /Download page .*Off: https:\/\/lantern\.updates\.example\.com returns 404\./,
    );
  });

  test('show a skeleton while loading, and load errors', () => {
    assert.match(html(), /class="skeleton"/);
    setQueryData('lantern/app', { error: refusal('not-found') });
    assert.match(
      wordsIn(html()),
      /It is away\. Check the name or ID: it was deleted, or your key can’t access it\. Error not-found/,
    );
    assert.doesNotMatch(wordsIn(html()), /Retry/);
  });

  test('are read-only for a key without the scope, with the reason', () => {
    session.value = holderOf('read');
    plant({}, [signingKey()]);
    const drawn = ['general', 'delivery', 'signing', 'publishing', 'danger'].map(html).join('');
    const words = wordsIn(drawn);
    assert.match(words, /Danger zone Requires the manage scope\. Your key has: read\. General/);
    assert.match(words, /Delivery and the download limit require the admin key\./);
    assert.match(words, /Your key can’t view trusted publishers\./);
    const live = (tag: RegExp, off: RegExp): number | undefined =>
      drawn.match(tag)?.filter((one) => !off.test(one)).length;
    assert.equal(live(/<input[^>]*type="(?:radio|checkbox)"[^>]*>/g, /aria-disabled/), 0);
    assert.equal(live(/<input[^>]*type="text"[^>]*>/g, /readonly/i), 0);
    assert.equal(live(/<button[^>]*class="button[^>]*>/g, /aria-disabled/), 0);
  });

  test('allow only the admin key to change allowance and delivery, and to delete', () => {
    session.value = holderOf('manage', 'read');
    plant();
    const drawn = html('delivery') + html('danger');
    assert.equal(drawn.match(/role="tooltip"[^>]*>Requires the admin key\./g)?.length, 1);
    assert.match(
      wordsIn(drawn),
      /reach S3\. Monthly .*Delivery and the download limit require the admin key\./,
    );
    assert.match(drawn, /readonly[^>]*placeholder="No limit"|placeholder="No limit"[^>]*readonly/i);
    assert.doesNotMatch(wordsIn(drawn), /Requires the \w+ scope/);
  });

  test('cannot delete an app that has published a release', () => {
    session.value = admin;
    plant();
    assert.doesNotMatch(html('danger'), /aria-disabled/);
    setQueryData('lantern/offered', { value: { offers: [], channels: [], isNew: false, hasChecks: true } });
    assert.match(html('danger'), /aria-disabled="true"[^>]*>Delete app…/);
  });

  test('can require signatures only once there is a signing key', () => {
    plant();
    assert.match(wordsIn(html('signing')), /No signing keys .*Require Add a signing key first/);
    plant({}, [signingKey(), signingKey({ id: 'sig_2', keyId: 'AB', name: 'old', state: 'retired' })]);
    const words = wordsIn(html('signing'));
    assert.match(words, /key of 2026 9638EA65B6BAF214 copy minisign All Active Edit… Retire…/);
    assert.match(words, /old AB copy minisign All Retired Edit… Reactivate…/);
    assert.match(words, /Require Block publishing if a signature is missing, invalid/);
  });

  test('accept a public key and explain the effect of a second one', () => {
    const words = wordsIn(drawComponent(SigningKeyForm, { app: 'lantern', onClose: close }));
    assert.match(words, /Tauri \.pub file.*the first app version that contains this key.*Paste a public key/);
  });

  test('preview the effects of retiring and editing signing keys', () => {
    const of = signingKey();
    const last = drawComponent(RetireSigningKeyDialog, {
      app: 'lantern',
      signingKey: of,
      isLast: true,
      onClose: close,
    });
    assert.match(
      wordsIn(last),
      /Retire key of 2026\? New files signed with 9638EA65B6BAF214.*This is the last key/,
    );
    const back = {
      app: 'lantern',
      signingKey: signingKey({ state: 'retired' }),
      isLast: false,
      onClose: close,
    };
    assert.match(
      wordsIn(drawComponent(RetireSigningKeyDialog, back)),
      /Reactivate key of 2026\? .*pass again/,
    );
    const change = drawComponent(ChangeSigningKeyDialog, { app: 'lantern', signingKey: of, onClose: close });
    assert.match(wordsIn(change), /Edit key of 2026 Name First app version .*No changes\./);
  });
});

test('changes, bytes and signing keys', () => {
  assert.equal(changedFields({ name: 'a', extras: false }, { name: 'a' }), undefined);
  assert.deepEqual(changedFields({ name: 'a', extras: false }, { name: 'b', extras: false }), { name: 'b' });
  assert.deepEqual(['', '2 TB', '500gb', '1,5 GB', '0 B', 'much', '2', '9000 PB'].map(parseBytesInput), [
    null,
    2e12,
    5e11,
    1.5e9,
    0,
    undefined,
    undefined,
    undefined,
  ]);
  for (const bytes of [null, 0, 1, 999, 1000, 1_500_000_000, 2e12, 1_234_567, 123_456_789_012])
    assert.equal(parseBytesInput(formatBytesInput(bytes)), bytes, formatBytesInput(bytes));
  assert.deepEqual([2e12, 1_500_000_000, null].map(formatBytesInput), ['2 TB', '1.5 GB', '']);
  const keys = [signingKey({ id: 'a', state: 'retired' }), signingKey({ id: 'b' })];
  assert.deepEqual(
    sortSigningKeys(keys).map(({ id }) => id),
    ['b', 'a'],
  );
  assert.equal(builtInText({ fromVersion: '2.0.0' }), '2.0.0 and later');
  assert.equal(retireLines(signingKey(), false).length, 3);
});
