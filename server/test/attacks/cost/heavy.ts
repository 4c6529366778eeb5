import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Transaction } from '../../../src/domain/ports/store.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { artifactOf, at, draftOf } from '../../conformance/store/fixtures.ts';

/* An app whose releases exceed today's size limits, written directly to the store, as version 0.1 allowed. */

const artifactsEach = 200;
export const signature = 's'.repeat(32 * 1024);
export const releaseBytes = artifactsEach * signature.length;

const addHeavy = async (tx: Transaction, app: string, version: string): Promise<string> => {
  const release = draftOf(app, version, { notes: 'n'.repeat(64 * 1024) });
  await tx.insertRelease(release);
  for (let index = 0; index < artifactsEach; index++)
    // Each release has a unique target, so that all of them can be offered.
    await tx.putArtifact(
      artifactOf(release.id, index === 0 ? `only-${version}` : `target-${index}`, { signature }),
    );
  return release.id;
};

const publishHeavy = async (tx: Transaction, app: string, version: string): Promise<void> => {
  const id = await addHeavy(tx, app, version);
  const sequence = await tx.raiseGeneration(app);
  const { artifacts } = (await tx.findRelease(app, id)) ?? { artifacts: [] };
  const stored = new Map(artifacts.map((one) => [one.id, { store: 'files', seal: 'x', uploadedAt: at(3) }]));
  assert.ok(await tx.publishDraft(id, { revision: 0, at: at(3), sequence, stored }));
};

/** Creates this many heavy drafts and as many heavy releases. */
export const makeHeavy = async (
  { folder }: { folder: string },
  app: string,
  count: number,
): Promise<void> => {
  const store = await openSqlite({ file: join(folder, 'slipway.db') });
  for (let index = 0; index < count; index++) {
    await store.transaction((tx) => addHeavy(tx, app, `0.${index}.0`));
    await store.transaction((tx) => publishHeavy(tx, app, `1.${index}.0`));
  }
  await store.close();
};
