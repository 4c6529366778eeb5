/* A PUT to the storage. XMLHttpRequest, because fetch reports no upload progress. */

export interface PutRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  signal: AbortSignal;
  /** Reports the bytes sent. */
  onSent(bytes: number): void;
}

export interface PutResponse {
  status: number;
  /** Null if CORS hides it. */
  etag: string | null;
  text: string;
}

/** No response: the connection broke, or CORS hides it. */
export class ConnectionLostError extends Error {
  /** Bytes sent before the failure. */
  readonly sentBytes: number;

  constructor(sentBytes: number) {
    super('No response.');
    this.sentBytes = sentBytes;
  }
}

/** The file cannot be read: it was moved, changed or is out of reach. */
export class UnreadableFileError extends Error {}

/** Headers that the browser sets itself. */
const own = new Set(['host', 'content-length']);

/** Sends a body; throws ConnectionLostError if no response arrives. */
export const put = ({ url, headers, body, signal, onSent }: PutRequest): Promise<PutResponse> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let sent = 0;
    const stop = (): void => request.abort();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers))
      if (!own.has(name.toLowerCase())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      sent = loaded;
      onSent(loaded);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        etag: request.getResponseHeader('etag'),
        text: request.responseText.slice(0, 4096),
      });
    request.onerror = () => reject(new ConnectionLostError(sent));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    // Slicing drops the blob's type, so that no unsigned Content-Type header is sent.
    request.send(body.slice(0, body.size));
  });
