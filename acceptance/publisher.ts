import { createHash, randomBytes } from 'node:crypto';
import {
  type AppCreation,
  type ArtifactDeclaration,
  createPublicClient,
  type PresignAnswer,
  type Release,
  type ReleaseAnswer,
  type ReleaseCreation,
  scopes,
} from '@slipway/api';
import type { Answer } from './dial.ts';
import { unique, type World } from './world.ts';

/** An artifact to be: its bytes, and whatever of its declaration is not the usual. */
export type Piece = Partial<Omit<ArtifactDeclaration, 'size' | 'sha256'>> & { bytes?: Buffer };

export interface Declared extends PresignAnswer {
  bytes: Buffer;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a `.sig` file as Tauri's signer writes it. */
export const tauriSignature = (): string =>
  Buffer.from(
    [
      'untrusted comment: signature from tauri secret key',
      Buffer.concat([Buffer.from('ED'), randomBytes(72)]).toString('base64'),
      'trusted comment: timestamp:1767323045\tfile:app.tar.gz',
      randomBytes(64).toString('base64'),
      '',
    ].join('\n'),
  ).toString('base64');

/** The body of a declaration for these bytes. */
export const declarationOf = (version: string, piece: Piece = {}): ArtifactDeclaration => {
  const { bytes = randomBytes(64), ...rest } = piece;
  return {
    version,
    target: 'linux-x86_64',
    format: '.AppImage',
    size: bytes.length,
    sha256: sha256(bytes),
    ...rest,
  };
};

/** Makes an app of its own and a key with every scope, and does with it what a publisher does. */
export const createPublisher = async (world: World, creation: Partial<AppCreation> = {}) => {
  const { app } = await world.admin().createApp({ slug: unique('app'), adapter: 'rest', ...creation });
  const { secret } = await world.admin().createKey(app.slug, { name: 'everything', scopes: [...scopes] });
  world.secrets.add(secret);
  const client = world.client(secret);
  const publicUrl = world.deployed().publicUrl(app.publicSlug);
  const path = (rest = '') => `/v1/apps/${app.slug}${rest}`;

  const draft = async (body: Partial<ReleaseCreation> = {}): Promise<Release> =>
    (await client.createRelease(app.slug, { version: '1.0.0', ...body })).release;

  const declare = async (release: Release, piece: Piece = {}): Promise<Declared> => {
    const bytes = piece.bytes ?? randomBytes(64);
    const body = declarationOf(release.version, { channel: release.channel, ...piece, bytes });
    return { ...(await client.presignArtifact(app.slug, body)), bytes };
  };

  const upload = (declared: Declared, bytes = declared.bytes): Promise<Answer> =>
    world.put({ url: declared.uploadUrl, headers: declared.headers, body: bytes });

  const uploaded = async (declared: Declared): Promise<Declared> => {
    const answer = await upload(declared);
    if (answer.status >= 300) throw new Error(`the upload was refused: ${answer.status} ${answer.text}`);
    return declared;
  };

  /** The whole flow of spec 4.9. */
  const publish = async (body: Partial<ReleaseCreation> = {}, pieces: Piece[] = [{}]) => {
    const release = await draft(body);
    const artifacts: Declared[] = [];
    for (const piece of pieces) artifacts.push(await uploaded(await declare(release, piece)));
    const answer: ReleaseAnswer = await client.publishRelease(app.slug, release.id);
    return { ...answer, artifacts };
  };

  const read = (rest: string, headers: Record<string, string> = {}): Promise<Answer> =>
    world.send({ url: `${publicUrl}${rest}`, headers });

  return {
    app,
    slug: app.slug,
    publicSlug: app.publicSlug,
    publicUrl,
    key: secret,
    client,
    public: createPublicClient({ baseUrl: publicUrl, fetch: world.fetch }),
    draft,
    declare,
    upload,
    uploaded,
    publish,
    /** Calls the API below this app with its key. */
    call: (method: string, rest: string, body?: unknown): Promise<Answer> =>
      world.call({ method, path: path(rest), key: secret, body }),
    /** Reads below the public address, with the exact bytes of the answer. */
    read,
    /** Asks for an update, as `stable/linux/x86_64/1.0.0`. */
    check: (asked: string, headers: Record<string, string> = {}) => read(`/releases/${asked}`, headers),
    download: (releaseId: string, target = 'linux-x86_64', headers: Record<string, string> = {}) =>
      read(`/releases/download/${releaseId}/${target}`, headers),
    latest: (query = '', headers: Record<string, string> = {}) =>
      read(`/releases/v1/apps/${app.publicSlug}/latest${query}`, headers),
    history: (query = '', headers: Record<string, string> = {}) =>
      read(`/releases/v1/apps/${app.publicSlug}/releases${query}`, headers),
  };
};
export type Publisher = Awaited<ReturnType<typeof createPublisher>>;
