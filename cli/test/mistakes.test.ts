import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { type Mistake, mistakeFromWarning } from '@slipway/build-files/mistake.ts';
import { isSendable } from '@slipway/build-files/mistakes.ts';
import type { Plan } from '../src/publish/plan/plan.ts';
import { assertNoMistakes } from '../src/publish/plan/print-plan.ts';
import { findMistakes } from '../src/publish/preflight/mistakes.ts';
import { isPrivateKey } from '../src/signing/private-key.ts';
import { makeFolder } from './folder.ts';
import { itemOf, planOf } from './plan.ts';
import { createTestContext } from './terminal-context.ts';

const run = promisify(execFile);

/** Uses Tauri's own signer. */
const signForReal = async (t: TestContext) => {
  const folder = await makeFolder(t, { 'app.AppImage': 'bytes' });
  const tauri = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tauri');
  const key = join(folder, 'app.key');
  const path = join(folder, 'app.AppImage');
  await run(tauri, ['signer', 'generate', '--ci', '-w', key, '-p', '']);
  await run(tauri, ['signer', 'sign', '-f', key, '-p', '', '--app-version', '1.2.0', path]);
  const [signature, secret, open] = await Promise.all(
    [`${path}.sig`, key, `${key}.pub`].map((file) => readFile(file, 'utf8')),
  );
  return { signature: signature ?? '', secret: secret ?? '', open: open ?? '' };
};

const codesOf = (plan: Plan) => findMistakes(plan).map(({ code }) => code);

test('a private key is detected in any encoding, and a signature is not mistaken for one', async (t) => {
  const { signature, secret, open } = await signForReal(t);
  assert.equal(isPrivateKey(signature), false);
  assert.equal(isPrivateKey(open), false);
  const [plain = '', pem] = [Buffer.from(secret, 'base64').toString(), '-----BEGIN PRIVATE KEY-----\nx'];
  const line = plain.split('\n')[1] ?? '';
  const inBase64 = Buffer.from(secret).toString('base64');
  for (const text of [secret, `\n${secret} `, plain, `# a key\n${line}`, inBase64, pem])
    assert.equal(isPrivateKey(text), true, text.slice(0, 40));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const pair = Buffer.concat([der, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]).subarray(
    -64,
  );
  const expanded = createHash('sha512').update(pair.subarray(0, 32)).digest();
  expanded[0] = (expanded[0] ?? 0) & 248;
  expanded[31] = ((expanded[31] ?? 0) & 63) | 64;
  const oldSparkle = Buffer.concat([expanded, pair.subarray(32)]);
  for (const key of [secret.trim(), line, ...[der, pair, oldSparkle].map((one) => one.toString('base64'))])
    for (const text of [key, `"${key}"`, `TAURI_SIGNING_PRIVATE_KEY=${key}`])
      assert.equal(isPrivateKey(text), true, text.slice(0, 40));
  for (let tried = 0; tried < 50; tried++)
    assert.equal(isPrivateKey(sign(null, Buffer.from(`${tried}`), privateKey).toString('base64')), false);
  const leaked = planOf({ items: [itemOf({ signature: secret.trim(), signaturePath: 'a.sig' })] });
  assert.deepEqual(codesOf(leaked), ['private-key']);
  assert.equal(isSendable(findMistakes(leaked)), false, 'the service never sees it');
});

test('a version must be valid and contain a number', () => {
  const codes = (version: string) => codesOf(planOf({ version, items: [] }));
  for (const version of ['1.2', 'r2.1', 'v1.2.3-beta.1+7']) assert.deepEqual(codes(version), [], version);
  assert.deepEqual(codes('nightly'), ['version-unreadable']);
  for (const version of ['', ' 1.0.0', '-1', '1/2', 'x'.repeat(129)]) {
    assert.deepEqual(codes(version), ['version-invalid'], version);
  }
});

test('empty files, bad targets and formats, and oversized texts are reported', () => {
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ sizeBytes: 0 })] })), ['file-empty']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ target: 'linux x86' })] })), ['target-invalid']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ format: '.a b' })] })), ['format-invalid']);
  assert.deepEqual(codesOf(planOf({ notes: 'ü'.repeat(32 * 1024 + 1) })), ['notes-too-large']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ signature: 'x'.repeat(32 * 1024 + 1) })] })), [
    'signature-too-large',
  ]);
});

test('files that belong to another build are reported', () => {
  const bundle = itemOf().bundle;
  const named = (version: string) => codesOf(planOf({ items: [itemOf({ bundle: { ...bundle, version } })] }));
  assert.deepEqual(named('1.1.0'), ['version-differs']);
  const [mistake] = findMistakes(planOf({ items: [itemOf({ bundle: { ...bundle, version: '1.1.0' } })] }));
  assert.match(
    mistake?.detail ?? '',
    /still reports 1\.1\.0 and is offered it again and again\. Build again as/,
  );
  assert.deepEqual(named('1.2.0-beta.1'), [], 'installers spell pre-releases in their own ways');
  const announced = itemOf({
    bundle: { ...bundle, declared: { declaredIn: '/build/latest.yml', bytes: 11 } },
  });
  assert.deepEqual(codesOf(planOf({ items: [announced] })), ['build-stale']);
});

test('all mistakes are reported at once, and --allow permits only allowable ones', () => {
  const { context, written } = createTestContext('/build');
  const mistakes: Mistake[] = [
    { code: 'signature-missing', detail: '/build/a has none', allowable: true },
    { code: 'private-key', detail: 'a key', allowable: false },
  ];
  const check = (some: Mistake[], allow: string[] = [], strict = false) =>
    assertNoMistakes(some, { allow, strict }, context);
  assert.throws(() => check(mistakes), {
    exit: 1,
    message: 'a has none [signature-missing]\na key [private-key]',
    remedy: 'Nothing was uploaded.',
  });
  assert.throws(() => check(mistakes.slice(0, 1)), {
    remedy: 'Nothing was uploaded. To publish anyway, pass --allow signature-missing.',
  });
  for (const allowed of ['signature-missing', 'all']) {
    assert.throws(() => check(mistakes, [allowed]), { message: 'a key [private-key]' });
  }
  check(mistakes.slice(0, 1), ['all']);
  assert.match(written.stderr, /warning: a has none/);
});

test('unknown warnings are printed, and stop only with --strict', () => {
  const { context, written } = createTestContext('/build');
  const fresh = mistakeFromWarning({ code: 'rollout-odd', detail: 'something new' });
  assertNoMistakes([fresh], { allow: [], strict: false }, context);
  assert.match(written.stderr, /warning: something new \[rollout-odd\]/);
  assert.throws(() => assertNoMistakes([fresh], { allow: [], strict: true }, context), {
    code: 'rollout-odd',
  });
  assertNoMistakes([fresh], { allow: ['rollout-odd'], strict: true }, context);
  const stopping = mistakeFromWarning({ code: 'older-version', detail: 'old' });
  assert.throws(() => assertNoMistakes([stopping], { allow: [], strict: false }, context), { exit: 1 });
  const refused: Mistake = { code: 'channel-missing', detail: 'none', allowable: false, refused: true };
  assert.throws(() => assertNoMistakes([refused], { allow: ['all'], strict: false }, context), {
    exit: 3,
    remedy: /^Nothing was uploaded\. Create the channel first, [^\n]*`slipway channels create/,
  });
});

test('white space around a signature is trimmed when it is read', async (t) => {
  const folder = await makeFolder(t, { 'a.bin': 'x' });
  await writeFile(join(folder, 'a.bin.sig'), '\n  c2ln \r\n');
  const { assemblePlan } = await import('../src/publish/plan/assemble-plan.ts');
  const options = {
    paths: [],
    targets: ['l-x=a.bin'],
    version: '1.0.0',
    notes: undefined,
    bundleTargets: false,
  };
  const plan = await assemblePlan(options, createTestContext(folder).context);
  assert.equal(plan.items[0]?.signature, 'c2ln');
});
