import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { findMistakes } from '../src/publish/mistakes.ts';
import type { Mistake, Plan, PlanItem } from '../src/publish/plan.ts';
import { assertNoMistakes } from '../src/publish/show-plan.ts';
import { isPrivateKey, signatureFault, signedVersion } from '../src/publish/signature.ts';
import { makeFolder } from './folder.ts';
import { createTestContext } from './terminal-context.ts';

const run = promisify(execFile);

/** A real signature by Tauri's own signer. */
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

const itemOf = (change: Partial<PlanItem> = {}): PlanItem => ({
  target: 'linux-x86_64',
  path: '/build/a.AppImage',
  format: '.AppImage',
  sizeBytes: 10,
  signature: undefined,
  signaturePath: undefined,
  bundle: {
    path: '/build/a.AppImage',
    format: '.AppImage',
    os: 'linux',
    kind: 'appimage',
    arches: ['x86_64'],
    primary: true,
    version: undefined,
    origin: 'tauri',
  },
  ...change,
});

const planOf = (change: Partial<Plan> = {}): Plan => ({
  app: 'acme',
  channel: 'stable',
  version: '1.2.0',
  versionFrom: '--release',
  notes: undefined,
  items: [itemOf()],
  leftAside: [],
  ...change,
});

const codesOf = (plan: Plan, adapter = 'rest') => findMistakes(plan, adapter).map(({ code }) => code);

test('real signatures pass, and their mistakes are told apart', async (t) => {
  const { signature, secret, open } = await signForReal(t);
  const trimmed = signature.trim();
  assert.equal(signatureFault(trimmed), undefined);
  assert.equal(signedVersion(trimmed), '1.2.0');
  assert.equal(isPrivateKey(trimmed), false);
  assert.equal(isPrivateKey(secret.trim()), true);
  assert.equal(isPrivateKey(Buffer.from(secret, 'base64').toString()), true);
  assert.match(signatureFault(open.trim()) ?? '', /public key/);
  assert.match(signatureFault(Buffer.from(trimmed, 'base64').toString()) ?? '', /raw minisign text/);
  assert.match(signatureFault('https://example.com/a.sig') ?? '', /URL/);
  assert.match(signatureFault(`${trimmed}!`) ?? '', /not base64/);
  assert.match(signatureFault(Buffer.from('hello').toString('base64')) ?? '', /no minisign signature/);

  const signed = (version: string) =>
    codesOf(planOf({ version, items: [itemOf({ signature: trimmed })] }), 'tauri');
  assert.deepEqual(signed('1.2.0'), []);
  assert.deepEqual(signed('1.2.1'), ['signature-version-differs']);
  const leaked = planOf({ items: [itemOf({ signature: secret.trim(), signaturePath: 'a.sig' })] });
  for (const adapter of ['tauri', 'rest']) assert.deepEqual(codesOf(leaked, adapter), ['private-key']);
});

test('a Tauri app needs signatures, others do not', () => {
  assert.deepEqual(codesOf(planOf(), 'tauri'), ['signature-missing']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ signature: '' })] }), 'tauri'), ['signature-missing']);
  assert.deepEqual(codesOf(planOf()), []);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ signature: 'anything' })] })), []);
});

test('a version must be one, and one that clients can parse', () => {
  const codes = (version: string, adapter: string) => codesOf(planOf({ version, items: [] }), adapter);
  assert.deepEqual(codes('1.2', 'tauri'), ['version-unreadable']);
  assert.deepEqual(codes('01.2.3', 'tauri'), ['version-unreadable']);
  assert.deepEqual(codes('v1.2.3-beta.1+7', 'tauri'), []);
  assert.deepEqual(codes('1.2', 'rest'), []);
  assert.deepEqual(codes('nightly', 'rest'), ['version-unreadable']);
  for (const version of ['', ' 1.0.0', '-1', '1/2', 'x'.repeat(129)]) {
    assert.deepEqual(codes(version, 'rest'), ['version-invalid'], version);
  }
});

test('empty files, bad targets and formats, and oversized texts are told', () => {
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ sizeBytes: 0 })] })), ['file-empty']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ target: 'linux x86' })] })), ['target-invalid']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ target: 'linux' })] })), ['target-unreachable']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ format: '.a b' })] })), ['format-invalid']);
  assert.deepEqual(codesOf(planOf({ notes: 'ü'.repeat(32 * 1024 + 1) })), ['notes-too-large']);
  assert.deepEqual(codesOf(planOf({ items: [itemOf({ signature: 'x'.repeat(32 * 1024 + 1) })] })), [
    'signature-too-large',
  ]);
});

test('files that belong to another build are told', () => {
  const bundle = itemOf().bundle;
  const named = (version: string) => codesOf(planOf({ items: [itemOf({ bundle: { ...bundle, version } })] }));
  assert.deepEqual(named('1.1.0'), ['version-differs']);
  const [mistake] = findMistakes(
    planOf({ items: [itemOf({ bundle: { ...bundle, version: '1.1.0' } })] }),
    'rest',
  );
  assert.match(
    mistake?.detail ?? '',
    /still reports 1\.1\.0 and is offered it again and again\. Build again as/,
  );
  assert.deepEqual(named('1.2.0-beta.1'), [], 'installers spell pre-releases in their own ways');
  const announced = itemOf({ bundle: { ...bundle, announcedBytes: 11 } });
  assert.deepEqual(codesOf(planOf({ items: [announced] })), ['build-stale']);
});

test('all mistakes are told at once, and --allow lets only those pass that it may', () => {
  const { context, written } = createTestContext('/build');
  const mistakes: Mistake[] = [
    { code: 'signature-missing', detail: '/build/a has none', allowable: true },
    { code: 'private-key', detail: 'a key', allowable: false },
  ];
  assert.throws(() => assertNoMistakes(mistakes, [], context), {
    exit: 1,
    message: 'a has none [signature-missing]\na key [private-key]',
    remedy: 'Nothing was sent.',
  });
  assert.throws(() => assertNoMistakes(mistakes.slice(0, 1), [], context), {
    remedy: 'Nothing was sent. If it is meant so, pass --allow signature-missing.',
  });
  for (const allowed of ['signature-missing', 'all']) {
    assert.throws(() => assertNoMistakes(mistakes, [allowed], context), { message: 'a key [private-key]' });
  }
  assertNoMistakes(mistakes.slice(0, 1), ['all'], context);
  assert.match(written.stderr, /warning: a has none/);
});

test('white space around a signature is trimmed when it is read', async (t) => {
  const folder = await makeFolder(t, { 'a.bin': 'x' });
  await writeFile(join(folder, 'a.bin.sig'), '\n  c2ln \r\n');
  const { assemblePlan } = await import('../src/publish/assemble.ts');
  const wishes = {
    paths: [],
    targets: ['l-x=a.bin'],
    version: '1.0.0',
    notes: undefined,
    bundleTargets: false,
  };
  const plan = await assemblePlan(wishes, createTestContext(folder).context);
  assert.equal(plan.items[0]?.signature, 'c2ln');
});
