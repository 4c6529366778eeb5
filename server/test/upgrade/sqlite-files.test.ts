import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, startService } from '../harness.ts';
import { layOutFolder, readRecording } from './fixture.ts';
import { createClock } from './making/older-service.ts';
import { publicUrl } from './recording.ts';
import { upgradeSuite } from './suite.ts';

upgradeSuite('sqlite', async () => {
  const folder = await makeFolder();
  await layOutFolder(folder);
  const recording = await readRecording('sqlite-files');
  const service = await startService({
    folder,
    env: { SLIPWAY_ADMIN_KEY: '', SLIPWAY_PUBLIC_URL: publicUrl },
    outside: { clock: createClock(recording.at) },
  });
  return {
    service,
    recording,
    keepsParts: true,
    migrations: async () => {
      const database = new DatabaseSync(join(folder, 'slipway.db'), { readOnly: true });
      const rows = database.prepare('select name from migrations order by name').all();
      database.close();
      return rows.map(({ name }) => String(name));
    },
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
