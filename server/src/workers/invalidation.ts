import type { Catalog } from '../domain/catalog/catalog.ts';
import type { Invalidation } from '../domain/ports/invalidation.ts';
import type { WorkerRpc } from './calls.ts';

/**
 * Resolves when every worker shows what was announced here: to who publishes and then checks, the workers of a machine
 * are one service. One that does not catch up in time does so by itself soon after.
 */
export const createWorkerInvalidation = (
  { answer, ask }: WorkerRpc,
  store: Invalidation,
  catalog: Catalog,
) => {
  answer('caught-up', async () => {
    await store.catchUp();
    await catalog.settled();
    return true;
  });
  return async (): Promise<void> => {
    await catalog.settled();
    await ask('caught-up');
  };
};
