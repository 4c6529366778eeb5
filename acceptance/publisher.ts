import { randomBytes } from 'node:crypto';
import {
  type AppCreation,
  type ArtifactDeclaration,
  createPublicClient,
  type Release,
  type ReleaseCreation,
  scopes,
} from '@slipway/api';
import * as lab from '../lab/publisher.ts';
import type { Answer } from './dial.ts';
import { unique, type World } from './world.ts';

export type { ArtifactInput, DeclaredArtifact } from '../lab/publisher.ts';

export const sha256 = lab.sha256Of;

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
export const declarationOf = (version: string, piece: lab.ArtifactInput = {}): ArtifactDeclaration =>
  lab.declarationOf({ version }, piece);

/** Creates an app and a key with every scope, and acts as its publisher. */
export const createPublisher = async (world: World, creation: Partial<AppCreation> = {}) => {
  const { app } = await world.admin().createApp({ slug: unique('app'), adapter: 'rest', ...creation });
  const { secret } = await world.admin().createKey(app.slug, { name: 'everything', scopes: [...scopes] });
  world.secrets.add(secret);
  const client = world.client(secret);
  const publicUrl = world.deployed().publicUrl(app.publicSlug);
  const path = (rest = '') => `/v1/apps/${app.slug}${rest}`;

  const steps = lab.createPublisher(client, app.slug, async (url, { headers, body }) => {
    const { status, text } = await world.put({
      url,
      headers: headers as Record<string, string>,
      body: body as Buffer,
    });
    return { status, text: () => text };
  });

  const artifactFor = (version: string, piece: lab.ArtifactInput = {}): lab.ArtifactInput => {
    const { target = 'linux-x86_64', format = '.AppImage' } = piece;
    return world.extendArtifact(piece, `${app.publicSlug}-${version}-${target}${format}`);
  };

  const draft = (body: Partial<ReleaseCreation> = {}): Promise<Release> =>
    steps.draft({ version: '1.0.0', ...body });

  const upload = (declared: lab.DeclaredArtifact, bytes = declared.bytes): Promise<Answer> =>
    world.put({ url: declared.uploadUrl, headers: declared.headers, body: bytes });

  const uploaded = async (declared: lab.DeclaredArtifact): Promise<lab.DeclaredArtifact> => {
    await steps.upload(declared);
    return declared;
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
    declare: (release: Pick<Release, 'version' | 'channel'>, piece?: lab.ArtifactInput) =>
      steps.declare(release, artifactFor(release.version, piece)),
    upload,
    uploaded,
    /** The whole flow of spec 4.9. */
    publish: (body: Partial<ReleaseCreation> = {}, pieces: lab.ArtifactInput[] = [{}]) => {
      const version = body.version ?? '1.0.0';
      return steps.publish(
        { ...body, version },
        pieces.map((piece) => artifactFor(version, piece)),
      );
    },
    /** Calls the API below this app with its key. */
    call: (method: string, rest: string, body?: unknown): Promise<Answer> =>
      world.call({ method, path: path(rest), key: secret, body }),
    /** Reads below the public address; returns the exact bytes. */
    read,
    /** Checks for an update, for example `stable/linux/x86_64/1.0.0`. */
    check: (checkPath: string, headers: Record<string, string> = {}) =>
      read(`/releases/${checkPath}`, headers),
    /** Requests the first file of a release from every node. */
    downloadFromEach: (releaseId: string, headers: Record<string, string> = {}, method = 'GET') =>
      world.sendToEach({
        url: `${publicUrl}/releases/download/${releaseId}/linux-x86_64`,
        headers,
        method,
      }),
    download: (releaseId: string, target = 'linux-x86_64', headers: Record<string, string> = {}) =>
      read(`/releases/download/${releaseId}/${target}`, headers),
    latest: (query = '', headers: Record<string, string> = {}) =>
      read(`/releases/v1/apps/${app.publicSlug}/latest${query}`, headers),
    history: (query = '', headers: Record<string, string> = {}) =>
      read(`/releases/v1/apps/${app.publicSlug}/releases${query}`, headers),
  };
};
export type Publisher = Awaited<ReturnType<typeof createPublisher>>;
