import type { Artifact } from '../../domain/nouns/artifact.ts';
import type { Facts } from '../../domain/nouns/facts.ts';
import { readJson } from './json.ts';
import type { Row } from './schema.ts';

export const artifactColumns = [
  'id',
  'release_id',
  'target',
  'format',
  'size_bytes',
  'sha256',
  'signature',
  'content_type',
  'companion_of',
  'facts',
  'state',
  'uploaded_at',
  'upload_id',
  'kept_store',
  'kept_seal',
] as const;

/** An artifact out of its row. */
export const artifactOf = (row: Row<'artifacts'>): Artifact => ({
  id: row.id,
  releaseId: row.release_id,
  target: row.target,
  format: row.format,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  signature: row.signature ?? undefined,
  contentType: row.content_type ?? undefined,
  companionOf: row.companion_of ?? undefined,
  facts: readJson<Facts | null>(row.facts) ?? {},
  state: row.state,
  uploadedAt: row.uploaded_at ?? undefined,
  uploadId: row.upload_id ?? undefined,
  kept:
    row.kept_store === null || row.kept_seal === null
      ? undefined
      : { store: row.kept_store, seal: row.kept_seal },
});

/** The row of an artifact. */
export const artifactRow = (artifact: Artifact): Row<'artifacts'> => ({
  id: artifact.id,
  release_id: artifact.releaseId,
  target: artifact.target,
  format: artifact.format,
  size_bytes: artifact.sizeBytes,
  sha256: artifact.sha256,
  signature: artifact.signature ?? null,
  content_type: artifact.contentType ?? null,
  companion_of: artifact.companionOf ?? null,
  facts: Object.keys(artifact.facts).length === 0 ? null : JSON.stringify(artifact.facts),
  state: artifact.state,
  uploaded_at: artifact.uploadedAt ?? null,
  upload_id: artifact.uploadId ?? null,
  kept_store: artifact.kept?.store ?? null,
  kept_seal: artifact.kept?.seal ?? null,
});
