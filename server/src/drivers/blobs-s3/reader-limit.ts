import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';
import type { BlobReader } from '../../domain/ports/stored-bytes.ts';

/** Limits the readers that hold a connection to the store. */
export const createReaderLimit = () => {
  let open = 0;

  const counted = (reader: BlobReader): BlobReader => {
    let isOpen = true;
    return {
      ...reader,
      close: async () => {
        if (isOpen) open -= 1;
        isOpen = false;
        await reader.close();
      },
    };
  };

  return async (openNext: () => Promise<BlobReader>): Promise<BlobReader> => {
    if (open >= bounds.storageReaders)
      throw new Refusal('storage-unavailable', 'Too many downloads are open on this node; try again.');
    open += 1;
    try {
      return counted(await openNext());
    } catch (error) {
      open -= 1;
      throw error;
    }
  };
};
