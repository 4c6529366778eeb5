import type { Artifact } from '../../../domain/model/artifact.ts';
import type { Facts } from '../../../domain/model/artifact-facts.ts';
import { type SignatureVerdict, verdictKeyOf } from '../../../domain/model/signature-verdict.ts';
import { readJson } from '../json.ts';
import type { Row } from '../schema.ts';

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
  'signed_by',
  'signed_key_id',
  'signed_version',
  'judged_at',
  'judged_of',
] as const;

export const verdictColumns = (
  subject: Pick<Artifact, 'sha256' | 'signature'>,
  verdict: SignatureVerdict | undefined,
) => ({
  signed_by: verdict?.signedBy?.id ?? null,
  signed_key_id: verdict?.signedBy?.keyId ?? null,
  signed_version: verdict?.signedBy?.version ?? null,
  judged_at: verdict?.at ?? null,
  judged_of: verdict === undefined ? null : verdictKeyOf(subject),
});

/**
 * Ignores a verdict on a different signature: an older node may have declared the artifact again. Published artifacts
 * never change, so a different signature there is damage, which scrubbing finds.
 */
const verdictMember = (row: Row<'artifacts'>): Pick<Artifact, 'verdict'> => {
  const { sha256, signature, judged_at: at, judged_of: of, signed_by: id, signed_key_id: keyId } = row;
  const isOther =
    row.state === 'declared' && of !== verdictKeyOf({ sha256, signature: signature ?? undefined });
  if (at === null || isOther) return {};
  const isSigned = id !== null && keyId !== null;
  return {
    verdict: {
      at,
      signedBy: isSigned ? { id, keyId, version: row.signed_version ?? undefined } : undefined,
    },
  };
};

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
  stored:
    row.kept_store === null || row.kept_seal === null
      ? undefined
      : { store: row.kept_store, seal: row.kept_seal },
  ...verdictMember(row),
});

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
  kept_store: artifact.stored?.store ?? null,
  kept_seal: artifact.stored?.seal ?? null,
  ...verdictColumns(artifact, artifact.verdict),
});
