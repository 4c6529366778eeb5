import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { findStaleBuilds } from '../../src/publish/preflight/stale-build.ts';
import { hashFiles } from '../../src/publish/upload/hash-files.ts';
import { buildDeclaration } from '../../src/publish/upload/transfer.ts';
import { digestAll } from '../../src/publish/upload/uploads.ts';
import { makeFolder } from '../folder.ts';
import { itemOf, planOf } from '../plan.ts';
import { createTestContext } from '../terminal-context.ts';

const hashOf = (name: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHash(name).update('bytes').digest(encoding);

test('a file declared in a list is read once, for the comparison and for the upload', async (t) => {
  const folder = await makeFolder(t, { 'a.exe': 'bytes' });
  const path = join(folder, 'a.exe');
  const declared = {
    declaredIn: join(folder, 'latest.yml'),
    sha512: hashOf('sha512', 'base64'),
    sha1: hashOf('sha1'),
  };
  const item = itemOf({ path, facts: { sha512: declared.sha512 } });
  const plan = planOf({ items: [{ ...item, bundle: { ...item.bundle, declared } }], digests: new Map() });
  const { context } = createTestContext(folder);
  await hashFiles(plan, false, context.interrupted);
  assert.deepEqual(findStaleBuilds(plan), []);
  const digest = plan.digests.get(path);
  assert.ok(digest && plan.items[0]);
  const { sha512, sha1 } = buildDeclaration(plan, plan.items[0], digest);
  assert.deepEqual([sha512, sha1], [declared.sha512, undefined], 'only what the updater needs is declared');
  await rm(path);
  assert.equal((await digestAll(plan, context)).get(item.target), hashOf('sha256'));
});

for (const name of ['sha512', 'sha256', 'sha1'] as const) {
  test(`a ${name} that differs from the list is a stale build`, async (t) => {
    const folder = await makeFolder(t, { 'a.exe': 'bytes' });
    const item = itemOf({ path: join(folder, 'a.exe') });
    const bundle = { ...item.bundle, declared: { declaredIn: 'list', [name]: 'another' } };
    const { context } = createTestContext(folder);
    const plan = planOf({ items: [{ ...item, bundle }] });
    await hashFiles(plan, false, context.interrupted);
    const mistakes = findStaleBuilds(plan);
    assert.deepEqual(
      mistakes.map(({ code, detail }) => [
        code,
        /^The SHA-(512|256|1) of .* differs from list\./.test(detail),
      ]),
      [['build-stale', true]],
    );
  });
}
