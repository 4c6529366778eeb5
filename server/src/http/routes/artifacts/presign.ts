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
  summary: 'Declare an artifact and get the address to upload it to',
  description:
    'Call it once for each file of a draft. The answer holds an address and headers: send the file there with `PUT` and exactly those headers, without your key. Declaring a target again with the same size and SHA-256 keeps what was uploaded. With `parts: true` the answer also holds the addresses of an upload in parts, for large files and poor lines.',
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
