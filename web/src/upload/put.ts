/* One PUT to the storage. XMLHttpRequest, since it alone tells how far a body has been sent. */

export interface PutRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  signal: AbortSignal;
  /** How many bytes of the body have gone out. */
  onSent(bytes: number): void;
}

export interface PutResponse {
  status: number;
  /** Null where the storage does not let a page read it. */
  etag: string | null;
  text: string;
}

/** No answer came: the line broke, or the browser does not let the page know. */
export class ConnectionLostError extends Error {
  /** How much had gone out by then. */
  readonly sentBytes: number;

  constructor(sentBytes: number) {
    super('No answer came.');
    this.sentBytes = sentBytes;
  }
}

/** The file cannot be read: it was moved, changed or is out of reach. */
export class UnreadableFileError extends Error {}

/** What the browser says by itself. */
const own = new Set(['host', 'content-length']);

/** Sends a body; throws BrokenLine where no answer came. */
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
    // Without a type of its own: the headers say what is signed, and nothing else is sent.
    request.send(body.slice(0, body.size));
  });
