import type { Config } from '../../config/config.ts';
import { createStorageCopy } from '../../domain/maintenance/copy-storage.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { randomIds } from '../../drivers/system.ts';
import { openStore } from '../../open-drivers.ts';
import { type OpenedStorage, openStorage } from '../../open-storage.ts';
import { putIntoInbox, putOverHttp } from '../put-upload.ts';

type StorageLocation = Pick<Config, 'storage' | 'formerStorage'>;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const putInto = (storage: OpenedStorage) =>
  storage.inbox === undefined ? putOverHttp : putIntoInbox(storage.inbox);

/** Copies artifacts from one storage to another and verifies each; their records are in the new database. */
export const moveArtifacts = async (
  from: StorageLocation,
  to: StorageLocation & Pick<Config, 'database'>,
): Promise<void> => {
  const store = await openStore(to);
  const needs = { store, ids: randomIds, uploadUrl: 'http://localhost' };
  const [source, target] = [await openStorage(from, needs), await openStorage(to, needs)];
  const isActive = async (id: string) => (await store.findArtifactStates([id])).get(id)?.state === 'active';
  try {
    const places = { store, from: source.blobs, to: target.blobs, put: putInto(target), isActive };
    const { copied, present, damaged } = await createStorageCopy(places).copyAll((artifact) =>
      printLine(`moved ${artifact.id} (${artifact.sizeBytes} bytes)`),
    );
    const [artifacts, bytes] = [copied.artifacts + present.artifacts, copied.bytes + present.bytes];
    printLine(`Moved and verified ${artifacts} artifacts (${bytes} bytes) to ${target.blobs.name}.`);
    if (damaged.length > 0)
      throw new Refusal(
        'artifact-damaged',
        `Damaged files in the old storage: ${damaged.join(', ')}. Restore these from a backup and run this again.`,
      );
  } finally {
    await source.blobs.close();
    await target.blobs.close();
    await store.close();
  }
};
