import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PutToStorage } from '../domain/maintenance/copy-artifact.ts';
import { Refusal } from '../domain/model/errors.ts';
import type { UploadInbox } from '../domain/ports/uploads.ts';

const away = (detail: string, cause?: unknown): Refusal =>
  new Refusal('storage-unavailable', detail, undefined, cause);

export const putOverHttp: PutToStorage = async ({ url, headers }, sizeBytes, body) => {
  const request = (url.startsWith('https:') ? https : http).request(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': sizeBytes },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  answered.catch(() => {});
  await pipeline(Readable.from(body), request).catch((error: unknown) => {
    throw away('The upload to the new storage was interrupted.', error);
  });
  const answer = await answered;
  answer.resume();
  if (answer.statusCode !== 200) throw away(`The new storage returned ${answer.statusCode} for an upload.`);
  return answer.headers.etag ?? '';
};

/** Passes bodies to the embedded storage without its listener. */
export const putIntoInbox =
  (inbox: UploadInbox): PutToStorage =>
  async ({ url, headers }, sizeBytes, body) => {
    const { pathname, search } = new URL(url);
    const admission = inbox.admit(`${pathname}${search}`, {
      ...headers,
      'content-length': String(sizeBytes),
    });
    return (await admission.receive(body)).etag;
  };
