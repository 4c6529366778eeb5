import { decodeRevision, encodeRevision } from '../model/revision.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import type { Catalog } from './catalog.ts';

/** Determines whether a change is publicly visible, by the revision that its response carried. */
export const createRevisions = (needs: { store: Invalidation; catalog: Catalog; secret: string }) => {
  const { store, catalog, secret } = needs;

  /** In the order of `apps`. */
  const revisionsOf = async (apps: readonly string[]): Promise<number[]> => {
    const generations = await store.listGenerations(apps);
    return apps.map((app) => encodeRevision(secret, app, generations.get(app) ?? 0));
  };

  const revisionOf = async (app: string): Promise<number> => {
    const [revision = 0] = await revisionsOf([app]);
    return revision;
  };

  /** Whether this process serves that revision or a later one. Reads memory only. */
  const isPublic = (app: string, revision: number): boolean => {
    const generation = decodeRevision(secret, app, revision);
    return generation !== undefined && store.hasNotified(app, generation) && catalog.isFresh(app);
  };

  return { revisionOf, revisionsOf, isPublic };
};
export type Revisions = ReturnType<typeof createRevisions>;
