import type { FileHandle } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { openRequest } from './dial.ts';

/*
 * PUTs a range of a file. `Expect: 100-continue` lets the storage reject before a byte is sent; otherwise its early 403
 * or 507 is lost when it closes the connection. Some proxies drop the 100, so the body is sent anyway after a timeout.
 * Two alternating buffers keep memory constant for any file size.
 */

const bufferBytes = 1024 * 1024;
/** The same timeout as curl. */
export const defaultContinueMs = 1_000;
const silenceTimeoutMs = 120_000;
const maxAnswerBytes = 64 * 1024;

export interface PutRequest {
  url: string;
  headers: Record<string, string>;
  file: FileHandle;
  start: number;
  length: number;
  signal: AbortSignal;
  /** The wait for the 100 response; 0 if the storage is known not to send it. */
  continueMs: number;
  /** Called whenever more bytes have been sent. */
  onBytes(count: number): void;
}

export interface PutResponse {
  status: number;
  etag: string | undefined;
  text: string;
  /** Whether the server sent a 100 response. */
  continued: boolean;
}

/** The file is shorter than when it was hashed. */
export class FileShrankError extends Error {
  constructor() {
    super('The file became shorter during the upload.');
    this.name = 'FileShrankError';
  }
}

const write = (request: ClientRequest, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' }));
    request.once('close', closed);
    request.write(chunk, (error) => {
      request.off('close', closed);
      if (error) reject(error);
      else resolve();
    });
  });

const sendBody = async (request: ClientRequest, put: PutRequest): Promise<void> => {
  const buffers = [Buffer.allocUnsafe(bufferBytes), Buffer.allocUnsafe(bufferBytes)] as const;
  const end = put.start + put.length;
  let previous: Promise<void> = Promise.resolve();
  for (let position = put.start, turn = 0; position < end; turn += 1) {
    const buffer = buffers[turn % 2 === 0 ? 0 : 1];
    const { bytesRead } = await put.file.read(buffer, 0, Math.min(bufferBytes, end - position), position);
    if (bytesRead === 0) throw new FileShrankError();
    await previous;
    previous = write(request, buffer.subarray(0, bytesRead)).then(() => put.onBytes(bytesRead));
    // Awaited in the next iteration; this avoids an unhandled rejection until then.
    previous.catch(() => {});
    position += bytesRead;
  }
  await previous;
  request.end();
};

const readAnswer = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    if (text.length < maxAnswerBytes) text += chunk;
  }
  return text;
};

const sendAndListen = (request: ClientRequest, put: PutRequest): Promise<PutResponse> =>
  new Promise((resolve, reject) => {
    let begun = false;
    let continued = false;
    let answered = false;
    const begin = () => {
      clearTimeout(timer);
      if (begun || answered) return;
      begun = true;
      sendBody(request, put).catch((error) => {
        // A pending response explains more than the broken connection that it caused.
        if (!answered) request.destroy(error);
      });
    };
    const timer = setTimeout(begin, put.continueMs);
    request.once('continue', () => {
      continued = true;
      begin();
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      if (!answered) reject(error);
    });
    request.once('response', (response) => {
      clearTimeout(timer);
      answered = true;
      const { etag } = response.headers;
      const finish = (text: string) => {
        if (!request.writableFinished) request.destroy();
        resolve({ status: response.statusCode ?? 0, etag, text, continued });
      };
      readAnswer(response).then(finish, () => finish(''));
    });
    request.flushHeaders();
  });

/** Returns the response with any status; throws if the connection breaks before there is one. */
export const putFile = async (put: PutRequest): Promise<PutResponse> => {
  const headers = { ...put.headers, 'content-length': String(put.length), expect: '100-continue' };
  const request = await openRequest(put.url, { method: 'PUT', headers, signal: put.signal });
  request.setTimeout(silenceTimeoutMs, () =>
    request.destroy(Object.assign(new Error('no response in time'), { code: 'ESLOW' })),
  );
  return await sendAndListen(request, put);
};
