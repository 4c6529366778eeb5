import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { requireOwnData } from '../../src/commands/require-own-data.ts';
import { parseStorageUrl } from '../../src/config/storage-url.ts';

describe('access to the data folder', () => {
  let folder: TemporaryFolder;
  const at = (...names: string[]) => join(folder.path, ...names);
  const user = process.getuid?.() ?? 0;
  const check = (data: string, as = user) =>
    requireOwnData(
      {
        database: { kind: 'sqlite', file: at(data, 'slipway.db') },
        storage: { kind: 'files', root: at(data, 'blobs') },
      },
      as,
    );
  before(async () => {
    folder = await openFolder('own-data');
    await mkdir(at('data', 'blobs'), { recursive: true });
    await writeFile(at('data', 'slipway.db'), '');
    for (const place of [at('data'), at('data', 'blobs'), at('data', 'slipway.db')])
      await chmod(place, 0o700);
  });
  after(() => folder.remove());

  test('data of another user is rejected', async () => {
    await check('data');
    await check('nowhere', user + 1);
    await assert.rejects(check('data', user + 1), /data is owned by another user \(ID \d+\)\. Start this as/);
  });

  test('data that other users may write is rejected', async () => {
    await writeFile(at('data', 'slipway.db-wal'), '');
    for (const place of ['slipway.db', 'slipway.db-wal', 'blobs']) {
      await chmod(at('data', place), 0o702);
      await assert.rejects(check('data'), new RegExp(`Other users can write to .*${place}\\. .*chmod go-w`));
      await chmod(at('data', place), 0o755);
      await check('data');
    }
  });

  test('a link is followed, and its own mode does not matter', async () => {
    await symlink(at('data'), at('linked'));
    await check('linked');
    await chmod(at('data'), 0o720);
    await assert.rejects(check('linked'), /Other users can write to .*linked\./);
    await chmod(at('data'), 0o700);
  });

  test('nothing is checked without a local database or storage', async () => {
    const database = { kind: 'postgres' as const, url: 'postgres://localhost/slipway', poolSize: 2 };
    const storage = parseStorageUrl('s3://bucket?region=eu-central-1');
    assert.ok(typeof storage !== 'string');
    await requireOwnData({ database, storage }, user + 1);
  });
});
