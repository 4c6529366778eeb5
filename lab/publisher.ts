import { createHash, randomBytes } from 'node:crypto';
import type {
  ArtifactDeclaration,
  Client,
  PresignResponse,
  Release,
  ReleaseCreation,
  ReleaseResponse,
} from '@slipway/api';
import { dial } from './dial.ts';
import type { HttpReply, RequestSpec } from './request.ts';

/** An artifact to publish: its bytes and overrides of its declaration. */
export type ArtifactInput = Partial<Omit<ArtifactDeclaration, 'size' | 'sha256'>> & { bytes?: Buffer };

/** A declared artifact with its bytes. */
export interface DeclaredArtifact extends PresignResponse {
  bytes: Buffer;
}

/** The draft of a declaration. */
type DraftName = Pick<Release, 'version' | 'channel'> | Pick<ReleaseCreation, 'version' | 'channel'>;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The body of a declaration for these bytes. */
export const declarationOf = (
  { version, channel }: DraftName,
  piece: ArtifactInput = {},
): ArtifactDeclaration => {
  const { bytes = randomBytes(64), ...rest } = piece;
  return {
    version,
    ...(channel === undefined ? {} : { channel }),
    target: 'linux-x86_64',
    format: '.AppImage',
    size: bytes.length,
    sha256: sha256Of(bytes),
    ...rest,
  };
};

type Put = (url: string, question: RequestSpec) => Promise<Pick<HttpReply, 'status' | 'text'>>;

/** The publisher's steps (spec 4.9), single or combined, through the typed client; each throws on failure. */
export const createPublisher = (client: Client, app: string, put: Put = dial) => {
  const draft = async (fields: ReleaseCreation): Promise<Release> =>
    (await client.createRelease(app, fields)).release;

  const declare = async (release: DraftName, piece: ArtifactInput = {}): Promise<DeclaredArtifact> => {
    const bytes = piece.bytes ?? randomBytes(64);
    return { ...(await client.presignArtifact(app, declarationOf(release, { ...piece, bytes }))), bytes };
  };

  const upload = async ({ uploadUrl, headers, bytes }: DeclaredArtifact): Promise<void> => {
    const reply = await put(uploadUrl, { method: 'PUT', headers, body: bytes, agent: false });
    if (reply.status >= 300) throw new Error(`the upload was answered ${reply.status}: ${reply.text()}`);
  };

  /** All steps: a draft, its artifacts, and its publication. */
  const publish = async (
    fields: ReleaseCreation,
    pieces: readonly ArtifactInput[] = [{}],
  ): Promise<ReleaseResponse & { artifacts: DeclaredArtifact[] }> => {
    const release = await draft(fields);
    const artifacts: DeclaredArtifact[] = [];
    for (const piece of pieces) {
      const declared = await declare(release, piece);
      await upload(declared);
      artifacts.push(declared);
    }
    return { ...(await client.publishRelease(app, release.id)), artifacts };
  };

  return { draft, declare, upload, publish };
};
