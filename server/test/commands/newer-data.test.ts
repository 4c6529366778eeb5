import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { runServer, startService } from '../../../lab/service.ts';
import { makeFolder } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* Every command refuses data of a newer version with an explanation. */

describe('data that is newer than the program', () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A folder with the data of a version that has one more migration. */
  const makeData = async (migration: string): Promise<string> => {
    const cwd = join(folder, migration);
    await mkdir(cwd);
    assert.equal((await runServer(['migrate', '--create'], { cwd })).code, 0);
    const db = new DatabaseSync(join(cwd, 'data', 'slipway.db'));
    db.prepare('insert into migrations (name, timestamp) values (?, ?)').run(migration, '2999-01-01');
    db.close();
    return cwd;
  };

  for (const words of [['start'], ['migrate'], ['reset-key']]) {
    test(`"${words[0]}" refuses it in one sentence`, async () => {
      const cwd = await makeData(`9000-of-${words[0]}`);
      const { code, stdout, stderr } = await runServer(words, { cwd, env: { PORT: '0' } });
      const last = stderr.split(/(?<=\n)/).at(-1) ?? '';
      assert.deepEqual([code, stdout], [1, '']);
      assert.ok(isOneSentence(last), stderr);
      assert.match(last, /^The database is of a newer version than this program, .* start the newer program/);
    });
  }

  test('a start beside a newer version that only added something goes on, and says so', async () => {
    const cwd = await makeData('9000-expand-of-start');
    const file = join(cwd, 'data', 'slipway.db');
    const service = await startService({
      env: { SLIPWAY_DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'warn' },
    });
    const [line] = await service.waitForOutput(/^.*newer version than this program.*$/m);
    await service.stop();
    assert.deepEqual(JSON.parse(line).migrations, ['9000-expand-of-start']);
  });
});
