import assert from 'node:assert/strict';
import { scenario } from '../scenario.ts';
import { openStage, type Storage } from '../stage.ts';
import { updateByDifference } from './differential.ts';
import type { ElectronUpdater } from './driver-types.ts';
import type { Updated } from './installed.ts';

/* Differential updates from both storages. */

const platforms = [
  ['E9', 'a Windows installer', 'win32'],
  ['E10', 'an AppImage', 'linux'],
  ['E11', 'an archive for a Mac', 'darwin'],
] as const;

const clients: ElectronUpdater[] = ['electron-updater', 'electron-updater-4'];

/** Updates of version 4 are never differential on a Mac. */
const isDifferential = (client: ElectronUpdater, platform: string): boolean =>
  client === 'electron-updater' || platform !== 'darwin';

/** The range counts of multi-range requests. */
const severalIn = ({ requests }: Updated): number[] =>
  requests.map(({ ranges }) => ranges).filter((ranges) => ranges > 1);

const places: [Storage, string][] = [
  ['files', 'files'],
  ['s3', 'S3'],
];

for (const [storage, place] of places) {
  const stage = await openStage({ storage });
  for (const client of clients) {
    for (const [id, what, platform] of platforms)
      if (isDifferential(client, platform))
        scenario(client, `${id} a dozen changes of ${what}, from ${place}`, async () => {
          const { measured, updated } = await updateByDifference(stage, { platform }, { client });
          assert.deepEqual(severalIn(updated), [12]);
          return measured;
        });
    scenario(client, `E12 six hundred changes of a Windows installer, from ${place}`, async () => {
      const pair = { edits: 600, blockBytes: 2048 };
      const { measured, updated } = await updateByDifference(stage, pair, { client });
      assert.deepEqual(severalIn(updated), [500, 100]);
      return measured;
    });
  }
}
