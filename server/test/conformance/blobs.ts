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
 * The contract of the storage port. A driver's test opens a storage and calls this; each test ends with an empty
 * storage, including temporary files and multipart uploads.
 */

export const blobsConformance = (
  name: string,
  abilities: Abilities,
  open: () => Promise<BlobsHarness>,
): void => {
  describe(`blobs: ${name}`, () => {
    let opened: Stage;
    // Suites are declared before the storage is open and look it up when they run.
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
