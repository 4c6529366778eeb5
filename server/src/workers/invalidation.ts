import type { Catalog } from '../domain/catalog/catalog.ts';
import type { Invalidation } from '../domain/ports/invalidation.ts';
import type { WorkerRpc } from './rpc.ts';

/**
 * Resolves when every worker has applied a change: a client that publishes and then checks must see its change on any
 * worker. A worker that times out catches up soon after.
 */
export const createWorkerInvalidation = (
  { onQuestion, askAll }: WorkerRpc,
  store: Invalidation,
  catalog: Catalog,
) => {
  onQuestion('caught-up', async () => {
    await store.catchUp();
    await catalog.settled();
    return true;
  });
  return async (): Promise<void> => {
    await catalog.settled();
    await askAll('caught-up');
  };
};
