import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { refuseForeignData } from '../../src/commands/require-own-data.ts';
import { parseStorageUrl } from '../../src/config/storage-url.ts';

describe('data that is not this user’s', () => {
  let folder: TemporaryFolder;
  const at = (...names: string[]) => join(folder.path, ...names);
  const user = process.getuid?.() ?? 0;
  const judge = (data: string, as = user) =>
    refuseForeignData(
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

  test('is refused where it belongs to another user', async () => {
    await judge('data');
    await judge('nowhere', user + 1);
    await assert.rejects(judge('data', user + 1), /data belongs to another user \(id \d+\): start this as/);
  });

  test('is refused where the database, its log or the files may be written', async () => {
    await writeFile(at('data', 'slipway.db-wal'), '');
    for (const place of ['slipway.db', 'slipway.db-wal', 'blobs']) {
      await chmod(at('data', place), 0o702);
      await assert.rejects(judge('data'), new RegExp(`${place} may be written by other users.*chmod go-w`));
      await chmod(at('data', place), 0o755);
      await judge('data');
    }
  });

  test('is found through a link, which has no rights of its own', async () => {
    await symlink(at('data'), at('linked'));
    await judge('linked');
    await chmod(at('data'), 0o720);
    await assert.rejects(judge('linked'), /linked may be written by other users/);
    await chmod(at('data'), 0o700);
  });

  test('is no matter where neither database nor storage is a file', async () => {
    const database = { kind: 'postgres' as const, url: 'postgres://localhost/slipway', poolSize: 2 };
    const storage = parseStorageUrl('s3://bucket?region=eu-central-1');
    assert.ok(typeof storage !== 'string');
    await refuseForeignData({ database, storage }, user + 1);
  });
});
