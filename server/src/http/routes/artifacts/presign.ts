import { ArtifactDeclaration, PresignResponse } from '@slipway/api';
import { canonicalDigests } from '../../../domain/model/artifact-facts.ts';
import type { PartTickets } from '../../../domain/ports/uploads.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderArtifact } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Spec 4.2. White space around a signature is dropped: a trailing newline breaks it after the download. */
export const presignArtifact = appRoute({
  summary: 'Declare an artifact and get an upload URL',
  description:
    'Call once per file of a draft. `PUT` the file to the returned URL with exactly the returned headers, without your key. Redeclaring the same size and SHA-256 keeps the upload. `parts: true` also returns multipart URLs for large files or unreliable connections.',
  body: ArtifactDeclaration,
  responses: { 201: PresignResponse },
  problems: [
    'invalid-fields',
    'not-found',
    'draft-missing',
    'channel-inactive',
    'not-a-draft',
    'limit-reached',
    'draft-changed',
    'artifact-too-large',
    'storage-unavailable',
    'storage-full',
  ],
  extraFaults: ({ size, ...rest }, _, { drafts }: Needs<'drafts'>) =>
    drafts.declarationFaultsOf({
      sizeBytes: typeof size === 'number' ? size : undefined,
      signature: textOf(rest.signature),
      target: textOf(rest.target),
      format: textOf(rest.format),
      fileName: textOf(rest.fileName),
      companionOf: textOf(rest.companionOf),
    }),
  dependsOn: 'storage',
  handle: async ({ caller, body }, { drafts }: Needs<'drafts'>) => {
    const { artifact, ticket, parts } = await drafts.declare(caller, {
      ...omitNulls(body),
      ...canonicalDigests(omitNulls(body)),
      sizeBytes: body.size,
      sha256: body.sha256.toLowerCase(),
      signature: body.signature?.trim() || undefined,
    });
    return created({
      artifact: renderArtifact(artifact),
      uploadUrl: ticket.url,
      headers: ticket.headers,
      ...(parts === undefined ? {} : { parts: renderParts(parts) }),
    });
  },
});

const renderParts = ({ uploadId, partSizeBytes, urls, uploaded }: PartTickets) => ({
  uploadId,
  partSize: partSizeBytes,
  urls,
  uploaded,
});
