import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import { addressingPromises } from './blobs/addressing.ts';
import { copyingPromises } from './blobs/copying.ts';
import { digestPromises } from './blobs/digests.ts';
import { housekeepingPromises } from './blobs/housekeeping.ts';
import { keepingPromises } from './blobs/keeping.ts';
import { openingPromises } from './blobs/opening.ts';
import { partsPromises } from './blobs/parts.ts';
import { type Abilities, type BlobsHarness, createStage, type Stage } from './blobs/stage.ts';
import { uploadingPromises } from './blobs/uploading.ts';
import { watchingPromises } from './blobs/watching.ts';

/*
 * What every storage promises, in the words of the port. A storage's own test is a way to open it and one call; each
 * test ends with the storage empty, temporary files and uploads in parts included.
 */

/** Runs every promise of the port against one kind of storage. */
export const blobsConformance = (
  name: string,
  abilities: Abilities,
  open: () => Promise<BlobsHarness>,
): void => {
  describe(`blobs: ${name}`, () => {
    let opened: Stage;
    // The suites are declared before the storage is open; they ask for it when they run.
    const stage = () => opened;

    before(async () => {
      opened = createStage(await open());
    });
    afterEach(async () => {
      await opened.clear();
      assert.deepEqual(await opened.harness.leftovers(), [], 'something was left behind');
    });
    after(async () => {
      await opened.blobs.close();
      await opened.harness.close();
    });

    describe('uploading', () => uploadingPromises(stage));
    describe('digests', () => digestPromises(stage));
    describe('watching', () => watchingPromises(stage));
    describe('keeping', () => keepingPromises(stage));
    describe('copying', () => copyingPromises(stage));
    describe('opening', () => openingPromises(stage));
    describe('addressing', () => addressingPromises(stage, abilities));
    describe('parts', () => partsPromises(stage, abilities));
    describe('housekeeping', () => housekeepingPromises(stage));
  });
};
