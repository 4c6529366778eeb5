import { get } from 'node:http';
import { sha256Of } from '../harness.ts';
import { downloadPath, hostOf } from './stage.ts';

/** A download that pauses after its first bytes until it may continue. */
export const hold = (port: number, slug: string, { id, go }: { id: string; go: Promise<void> }) => {
  const begun = Promise.withResolvers<void>();
  const options = { port, host: '127.0.0.1', path: downloadPath(id), agent: false as const };
  const hash = new Promise<string>((resolve, reject) => {
    const request = get({ ...options, headers: { host: hostOf(slug) } });
    request.on('error', reject).on('response', async (response) => {
      begun.resolve();
      await go;
      try {
        const pieces: Buffer[] = await response.toArray();
        const body = Buffer.concat(pieces);
        resolve(response.statusCode === 200 ? sha256Of(body) : `${response.statusCode} ${body}`);
      } catch (error) {
        reject(error);
      }
    });
  });
  return { begun: begun.promise, hash };
};
