import assert from 'node:assert/strict';
import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import {
  credentialsPath,
  findKey,
  readCredentials,
  withKey,
  writeCredentials,
} from '../src/config/credentials.ts';
import { findProjectFile, parseProjectFile, writeProjectFile } from '../src/config/project-file.ts';
import { makeFolder } from './folder.ts';

test('a project file of another user or outside the repository is ignored with a warning', async (t) => {
  const folder = await makeFolder(t, {
    'slipway.json': '{"app": "above"}',
    'repo/.git': 'gitdir: elsewhere',
    'repo/a/b/file': '',
  });
  const inside = join(folder, 'repo', 'a', 'b');
  assert.equal(await findProjectFile(inside), undefined);
  await writeProjectFile({ folder: join(folder, 'repo'), app: 'own' });
  assert.equal((await findProjectFile(inside))?.app, 'own');
  const others: string[] = [];
  const uid = process.getuid?.() ?? 0;
  // Only root can change a file's owner; otherwise the lookup uses another user ID.
  if (uid === 0) await chown(join(folder, 'repo', 'slipway.json'), 12_345, 12_345);
  const found = await findProjectFile(inside, (path) => others.push(path), uid === 0 ? uid : uid + 1);
  assert.equal(found, undefined);
  assert.deepEqual(others, [join(folder, 'repo', 'slipway.json')]);
});

test('keys are stored with owner-only permissions, and not read with others', async (t) => {
  const folder = await makeFolder(t);
  const path = credentialsPath({ XDG_CONFIG_HOME: folder });
  assert.deepEqual(await readCredentials(path), { services: {} });
  await writeCredentials(path, withKey({ services: {} }, { url: 'https://a.example', key: 'k' }));
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'slipway'))).mode & 0o777, 0o700);
  assert.equal(findKey(await readCredentials(path), 'https://a.example'), 'k');
  await chmod(path, 0o644);
  await assert.rejects(readCredentials(path), { code: 'credentials-exposed', remedy: /chmod 600/ });
});

test('the project file is found in parent folders, and its errors are listed together', async (t) => {
  const folder = await makeFolder(t, { 'a/b/c': '' });
  const path = await writeProjectFile({ folder, url: 'https://a.example', app: 'acme', paths: ['out'] });
  assert.equal(JSON.parse(await readFile(path, 'utf8')).folder, undefined);
  const found = await findProjectFile(join(folder, 'a', 'b'));
  assert.deepEqual(found, { folder, url: 'https://a.example', app: 'acme', paths: ['out'] });
  assert.equal(await findProjectFile('/'), undefined);
  assert.throws(() => parseProjectFile('{"app": 1, "key": "x", "paths": [2]}', 'slipway.json'), {
    exit: 2,
    message: /"app" must be a string; "key" is unknown.*; "paths" must be a list/,
  });
  for (const text of ['{', '[]', 'null'])
    assert.throws(() => parseProjectFile(text, 'slipway.json'), { exit: 2 });
});
