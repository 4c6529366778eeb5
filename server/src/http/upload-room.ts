import type { IncomingMessage } from 'node:http';
import { bounds } from '../domain/nouns/bounds.ts';

/*
 * How many uploads are taken at once: each holds a connection, a file and a hash under way. One that moves is never
 * the one that has to go, however long it takes.
 */

/** Takes uploads, and cuts off the one that has stood still for longest where there are too many. */
export const createUploadRoom = (most: number = bounds.uploads) => {
  /** In the order in which they moved last. */
  const moved = new Set<IncomingMessage>();

  const enter = (request: IncomingMessage): void => {
    const [stillest] = moved;
    if (moved.size >= most && stillest !== undefined) {
      moved.delete(stillest);
      stillest.destroy(new Error('it stood still while others came'));
    }
    moved.add(request);
  };

  const noteMove = (request: IncomingMessage): void => {
    if (moved.delete(request)) moved.add(request);
  };

  return {
    /** The bytes of an upload as they come. */
    watch: async function* (request: IncomingMessage): AsyncGenerator<Uint8Array> {
      enter(request);
      try {
        // A body that is refused midway is not destroyed with its connection: the client is to learn why.
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
          noteMove(request);
          yield chunk;
        }
      } finally {
        moved.delete(request);
      }
    },
    size: () => moved.size,
  };
};
