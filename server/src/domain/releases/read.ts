import { contentOf } from '../model/artifact.ts';
import { found } from '../model/errors.ts';
import type { AuditEntry } from '../model/event.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Apps } from '../ports/apps.ts';
import type { Audit, AuditFilter } from '../ports/audit.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import type { ReleaseFilter, Releases } from '../ports/releases.ts';

/* What publishers read of their own app. */

export const createReading = (needs: { store: Apps & Releases & Audit; blobs: Blobs }) => {
  const { store, blobs } = needs;

  /** A release as it stands; of a draft's artifacts the storage is asked whether they have arrived. */
  const getRelease = async (slug: string, id: string): Promise<ReleaseWithArtifacts> => {
    const release = found(await store.findRelease(slug, id), 'release');
    if (release.state !== 'draft') return release;
    const artifacts = await Promise.all(
      release.artifacts.map(async (artifact) => ({
        ...artifact,
        uploadedAt: await blobs.findUploaded(contentOf(artifact)),
      })),
    );
    return { ...release, artifacts };
  };

  const listReleases = async (
    slug: string,
    filter: PageRequest & ReleaseFilter,
  ): Promise<Page<ReleaseWithArtifacts>> => {
    found(await store.findApp(slug), 'app');
    return store.listReleases(slug, filter);
  };

  const listAudit = async (slug: string, page: PageRequest & AuditFilter): Promise<Page<AuditEntry>> => {
    const { id } = found(await store.findApp(slug), 'app');
    return store.listAudit(id, page);
  };

  return { getRelease, listReleases, listAudit };
};
export type Reading = ReturnType<typeof createReading>;
