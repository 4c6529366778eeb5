import { type Static, Type } from 'typebox';
import { fieldBounds } from './bounds.ts';
import {
  exampleArtifact,
  exampleDeclaration,
  examplePartsCompletion,
  examplePresignResponse,
} from './example.ts';
import { omittableFacts, optionalFacts } from './facts.ts';
import { ChannelName, Instant, Nullable, Omittable, Target, Version } from './field.ts';
import { formatDescription, formatPattern } from './pattern.ts';
import { SignedBy } from './signing-key.ts';
import { Warning } from './warning.ts';

export const ArtifactState = Type.Enum(['declared', 'active', 'pruned'] as const);

export const Artifact = Type.Object(
  {
    id: Type.String(),
    target: Target,
    format: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
    signature: Nullable(Type.String()),
    contentType: Nullable(Type.String()),
    state: ArtifactState,
    uploadedAt: Nullable(Instant),
    signedBy: Type.Optional(Nullable(SignedBy)),
    ...optionalFacts,
    warnings: Type.Optional(Type.Array(Warning, { description: 'Set if pruning raises any.' })),
  },
  { $id: 'Artifact', examples: [exampleArtifact] },
);
export type Artifact = Static<typeof Artifact>;

/** The body of spec 4.2, the fields that some updaters need on top, and `parts` for multipart uploads. */
export const ArtifactDeclaration = Type.Object(
  {
    channel: Omittable(ChannelName),
    version: Version,
    target: Target,
    format: Type.String({
      maxLength: fieldBounds.format,
      pattern: formatPattern,
      description: formatDescription,
    }),
    size: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'File size in bytes.',
    }),
    sha256: Type.String({
      maxLength: fieldBounds.sha256,
      pattern: '^[0-9A-Fa-f]{64}$',
      description: '64 hexadecimal characters.',
    }),
    signature: Omittable(
      Type.String({
        'x-maxBytes': fieldBounds.signatureBytes,
        description: 'Signature text in the format of the app’s updater, at most 32 KiB.',
      }),
    ),
    contentType: Omittable(
      Type.String({
        maxLength: fieldBounds.contentType,
        // Before the slash, only the first character may itself be a slash, so there is only one way to match.
        pattern: '^(?! )[\\x20-\\x7e][\\x20-\\x2e\\x30-\\x7e]*/[\\x20-\\x7e]*(?<! )$',
        description:
          'A printable MIME type with `/`, at most 200 characters, without leading or trailing spaces.',
      }),
    ),
    ...omittableFacts,
    parts: Omittable(
      Type.Boolean({
        description: 'Also return URLs for a multipart upload.',
      }),
    ),
  },
  { additionalProperties: false, examples: [exampleDeclaration] },
);
export type ArtifactDeclaration = Static<typeof ArtifactDeclaration>;

/** A multipart upload: PUT part n to `urls[n-1]`. Every part except the last is `partSize` bytes long. */
export const Parts = Type.Object({
  uploadId: Type.String(),
  partSize: Type.Integer(),
  urls: Type.Array(Type.String()),
  uploaded: Type.Array(Type.Object({ number: Type.Integer(), etag: Type.String() })),
});
export type Parts = Static<typeof Parts>;

export const PresignResponse = Type.Object(
  {
    artifact: Artifact,
    uploadUrl: Type.String(),
    headers: Type.Record(Type.String(), Type.String(), { description: 'Headers that the PUT must send.' }),
    parts: Type.Optional(Parts),
  },
  { examples: [examplePresignResponse] },
);
export type PresignResponse = Static<typeof PresignResponse>;

/** Completes a multipart upload with the ETag of each part's PUT response, in order. */
export const PartsCompletion = Type.Object(
  {
    channel: Omittable(ChannelName),
    version: Version,
    target: Target,
    uploadId: Type.String({
      minLength: 1,
      maxLength: fieldBounds.uploadId,
      description: '`parts.uploadId` of the presign response.',
    }),
    etags: Type.Array(Type.String({ minLength: 1, maxLength: fieldBounds.etag }), {
      minItems: 1,
      maxItems: fieldBounds.parts,
      description: 'The ETag of each uploaded part, in order.',
    }),
  },
  { additionalProperties: false, examples: [examplePartsCompletion] },
);
export type PartsCompletion = Static<typeof PartsCompletion>;

export const ArtifactResponse = Type.Object({ artifact: Artifact });
export type ArtifactResponse = Static<typeof ArtifactResponse>;
