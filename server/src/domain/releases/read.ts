import { blobContentOf } from '../model/artifact.ts';
import { requireFound } from '../model/errors.ts';
import type { AuditEntry } from '../model/event.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { Audit, AuditFilter } from '../ports/audit.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import type { ReleaseFilter, Releases } from '../ports/releases.ts';
import type { Uploads } from '../ports/uploads.ts';

/* Reads for publishers. */

export const createReleaseQueries = (needs: {
  store: Apps & Releases & Audit;
  blobs: Pick<Uploads, 'findUploaded'>;
}) => {
  const { store, blobs } = needs;

  /** For a draft, asks the storage which artifacts have arrived. */
  const getRelease = async (slug: string, id: string): Promise<ReleaseWithArtifacts> => {
    const release = requireFound(await store.findRelease(slug, id), 'release');
    if (release.state !== 'draft') return release;
    const artifacts = await Promise.all(
      release.artifacts.map(async (artifact) => ({
        ...artifact,
        uploadedAt: await blobs.findUploaded(blobContentOf(artifact)),
      })),
    );
    return { ...release, artifacts };
  };

  const listReleases = async (
    slug: string,
    filter: PageRequest & ReleaseFilter,
  ): Promise<Page<ReleaseWithArtifacts>> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listReleases(slug, filter);
  };

  const listAudit = async (slug: string, page: PageRequest & AuditFilter): Promise<Page<AuditEntry>> => {
    const { id } = requireFound(await store.findApp(slug), 'app');
    return store.listAudit(id, page);
  };

  return { getRelease, listReleases, listAudit };
};
export type ReleaseQueries = ReturnType<typeof createReleaseQueries>;
