import { decodeRevision, encodeRevision } from '../model/revision.ts';
import type { Invalidation } from '../ports/invalidation.ts';
import type { Catalog } from './catalog.ts';

/** Which changes of an app the public sees, told by the number that each change is answered with. */
export const createRevisions = (needs: { store: Invalidation; catalog: Catalog; secret: string }) => {
  const { store, catalog, secret } = needs;

  /** The revision of each app's last change that the public sees, in the same order. */
  const revisionsOf = async (apps: readonly string[]): Promise<number[]> => {
    const generations = await store.listGenerations(apps);
    return apps.map((app) => encodeRevision(secret, app, generations.get(app) ?? 0));
  };

  const revisionOf = async (app: string): Promise<number> => {
    const [revision = 0] = await revisionsOf([app]);
    return revision;
  };

  /** Whether this process shows the public that revision or a later one. From memory alone. */
  const shows = (app: string, revision: number): boolean => {
    const generation = decodeRevision(secret, app, revision);
    return generation !== undefined && store.hasTold(app, generation) && catalog.isFresh(app);
  };

  return { revisionOf, revisionsOf, shows };
};
export type Revisions = ReturnType<typeof createRevisions>;
