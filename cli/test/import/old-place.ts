import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';

/* Simulates the old update server: its feeds, its files, and a web server. */

export type Files = Record<string, string | Buffer>;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const sha512 = (bytes: string | Buffer): string => createHash('sha512').update(bytes).digest('base64');
export const hex = (name: 'sha1' | 'sha256', bytes: string | Buffer): string =>
  createHash(name).update(bytes).digest('hex');

/** electron-builder's feed for files in the same folder. */
export const electronFeed = (
  version: string,
  files: { name: string; bytes: string; sha512?: string; size?: number }[],
): string =>
  [
    `version: ${version}`,
    'files:',
    ...files.flatMap(({ name, bytes, sha512: declared, size }) => [
      `  - url: ${JSON.stringify(name)}`,
      `    sha512: ${declared ?? sha512(bytes)}`,
      `    size: ${size ?? bytes.length}`,
    ]),
    `releaseNotes: Notes of ${version}`,
    "releaseDate: '2025-03-01T10:00:00.000Z'",
    '',
  ].join('\n');

/** A block map with one block, in electron-builder's format. */
export const blockMap = (bytes: string): Buffer =>
  gzipSync(
    JSON.stringify({
      version: '2',
      files: [{ name: 'file', offset: 0, checksums: ['x'], sizes: [bytes.length] }],
    }),
  );

/** Serves these files under `/app/`; `odd` overrides single responses. */
export const serveOldPlace = async (
  t: TestContext,
  files: Files,
  odd: Record<string, Answer> = {},
): Promise<{ url: string; requests: string[]; files: Files; odd: Record<string, Answer> }> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    requests.push(path);
    const name = path.replace(/^\/app\//, '');
    const answer = odd[name];
    if (answer !== undefined) return answer(request, response);
    const bytes = path.startsWith('/app/') ? files[name] : undefined;
    response.statusCode = bytes === undefined ? 404 : 200;
    response.end(bytes ?? 'Not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/app`, requests, files, odd };
};
