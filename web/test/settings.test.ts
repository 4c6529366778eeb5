import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { App, SigningKey } from '@slipway/api';
import { bytesText, changesOf, parseBytes } from '../src/screens/settings/changes.ts';
import { builtIn, inOrder, retireLines } from '../src/screens/settings/signing-words.ts';
import { admin, app, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { forgetAnswers, plantAnswer } = await import('../src/live.ts');
const { session } = await import('../src/session.ts');
const { Settings } = await import('../src/screens/settings.tsx');
const { ChangeSigningKey, RetireSigningKey } = await import(
  '../src/screens/settings/signing-key-dialogs.tsx'
);
const { SigningKeyForm } = await import('../src/screens/settings/signing-key-form.tsx');

const signingKey = (change: Partial<SigningKey> = {}): SigningKey => ({
  ...{ id: 'sig_1', kind: 'minisign', keyId: '9638EA65B6BAF214', publicKey: 'RWQU8rq2', name: 'key of 2026' },
  ...{ fromVersion: null, state: 'active', createdAt: '2026-03-02T09:00:00.000Z', retiredAt: null },
  ...change,
});
const html = (): string => drawComponent(Settings, { app: 'lantern', params: {}, query: {} });
const close = (): void => {};

const plant = (change: Partial<App> = {}, signingKeys: SigningKey[] = []): void => {
  plantAnswer('lantern/app', { value: { app: app(change) } });
  plantAnswer('lantern/signing-keys', { value: { signingKeys } });
  plantAnswer('lantern/trusted-publishers', { value: { trustedPublishers: [] } });
};

describe('settings', () => {
  beforeEach(() => {
    openAt('/apps/lantern/settings');
    forgetAnswers();
    session.value = admin;
  });

  test('show everything that an app has, each with what it means', () => {
    plant({ allowanceBytes: 2_000_000_000_000, extras: true });
    const words = wordsIn(html());
    assert.match(
      words,
      /As people know it\. The slug lantern stays\..*Caches may keep them.*Tell clients more/,
    );
    assert.match(html(), /value="2 TB"/);
    assert.match(words, /Who may publish\? Any key that may publish .*Delete Lantern…/);
    assert.match(words, /Save these settings Nothing has changed\./);
  });

  test('say how files reach clients, and what each way gives up', () => {
    plant({ delivery: 'cached' });
    const words = wordsIn(html());
    assert.match(words, /How files reach clients From here Every byte is counted/);
    assert.match(words, /Kept by caches or a CDN Given up: .*From S3 Given up: /);
    assert.match(html(), /checked[^>]*><span><strong>Kept by caches/);
  });

  test('switch the download page, and lead to it while there is one', () => {
    plant();
    assert.match(html(), /href="https:\/\/lantern\.updates\.example\.com"[^>]*>Look at the download page/);
    plant({ page: false });
    assert.doesNotMatch(html(), /Look at the download page/);
    assert.match(
      wordsIn(html()),
      /Download page for people .*lantern\.updates\.example\.com\/ answers 404 now\./,
    );
  });

  test('show while they load, and why they are not there', () => {
    assert.match(html(), /class="skeleton"/);
    plantAnswer('lantern/app', { error: refusal('not-found') });
    assert.match(
      wordsIn(html()),
      /It is away\. It was deleted, or your key can’t access it\. Error not-found/,
    );
    assert.doesNotMatch(wordsIn(html()), /Retry/);
  });

  test('can be read by a key without the scope, and not changed; why is said', () => {
    session.value = holderOf('read');
    plant({}, [signingKey()]);
    const drawn = html();
    const words = wordsIn(drawn);
    assert.match(words, /General Needs the scope manage; this key has read\./);
    assert.match(words, /Allowance Only the admin key may do this\./);
    assert.match(words, /Who is trusted is not shown to this key\./);
    const live = (tag: RegExp, off: RegExp): number | undefined =>
      drawn.match(tag)?.filter((one) => !off.test(one)).length;
    assert.equal(live(/<input[^>]*type="(?:radio|checkbox)"[^>]*>/g, /aria-disabled/), 0);
    assert.equal(live(/<input[^>]*type="text"[^>]*>/g, /readonly/i), 0);
    assert.equal(live(/<button[^>]*class="button[^>]*>/g, /aria-disabled/), 0);
  });

  test('leave the allowance, delivery and the deletion to the admin key', () => {
    session.value = holderOf('manage', 'read');
    plant();
    assert.equal(html().match(/role="tooltip"[^>]*>Only the admin key may do this\./g)?.length, 2);
    assert.match(
      wordsIn(html()),
      /How files reach clients .*on their way\. Only the admin key may do this\./,
    );
    assert.doesNotMatch(wordsIn(html()), /Needs the scope/);
  });

  test('require signatures only once there is a key to judge by', () => {
    plant();
    assert.match(wordsIn(html()), /No signing key yet .*Require Needs a signing key that is in use/);
    plant({}, [signingKey(), signingKey({ id: 'sig_2', keyId: 'AB', name: 'old', state: 'retired' })]);
    const words = wordsIn(html());
    assert.match(words, /key of 2026 9638EA65B6BAF214 copy minisign every version in use Change… Retire…/);
    assert.match(words, /old AB copy minisign every version retired Change… Use again…/);
    assert.match(words, /Require A release with a signature that is missing, wrong/);
  });

  test('take a public key, and say what a new one beside an old one means', () => {
    const words = wordsIn(drawComponent(SigningKeyForm, { app: 'lantern', onClose: close }));
    assert.match(
      words,
      /Tauri’s \.pub file.*the first version of the app that knows it.*Paste the public key/,
    );
  });

  test('retire and change signing keys with what it means in view', () => {
    const of = signingKey();
    const last = drawComponent(RetireSigningKey, { app: 'lantern', of, isLast: true, onClose: close });
    assert.match(
      wordsIn(last),
      /Retire key of 2026\? What is signed with 9638EA65B6BAF214.*It is the last one/,
    );
    const back = { app: 'lantern', of: signingKey({ state: 'retired' }), isLast: false, onClose: close };
    assert.match(wordsIn(drawComponent(RetireSigningKey, back)), /Use key of 2026 again\? .*passes again/);
    const change = drawComponent(ChangeSigningKey, { app: 'lantern', of, onClose: close });
    assert.match(wordsIn(change), /Change key of 2026 Name Built in from version .*Nothing has changed\./);
  });
});

test('changes, bytes and signing keys', () => {
  assert.equal(changesOf({ name: 'a', extras: false }, { name: 'a' }), undefined);
  assert.deepEqual(changesOf({ name: 'a', extras: false }, { name: 'b', extras: false }), { name: 'b' });
  assert.deepEqual(['', '2 TB', '500gb', '1,5 GB', '0 B', 'much', '2', '9000 PB'].map(parseBytes), [
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
    assert.equal(parseBytes(bytesText(bytes)), bytes, bytesText(bytes));
  assert.deepEqual([2e12, 1_500_000_000, null].map(bytesText), ['2 TB', '1.5 GB', '']);
  const keys = [signingKey({ id: 'a', state: 'retired' }), signingKey({ id: 'b' })];
  assert.deepEqual(
    inOrder(keys).map(({ id }) => id),
    ['b', 'a'],
  );
  assert.equal(builtIn({ fromVersion: '2.0.0' }), '2.0.0 and later');
  assert.equal(retireLines(signingKey(), false).length, 3);
});
