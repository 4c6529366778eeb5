import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does with a request instead of passing it on as it is. */
export interface Mischief {
  /** Answers so, without asking the storage. */
  status?: number;
  /** The code in the XML of such an answer. */
  code?: string;
  /** The whole body of such an answer. */
  body?: string;
  /** Takes the request and never answers. */
  hang?: boolean;
  /** Cuts the connection after so many bytes of the answer's body. */
  cutAfter?: number;
  /** Passes on so many bytes of the answer's body and then falls silent. */
  silentAfter?: number;
  /** Ends the answer properly after so many bytes, as if that were all of it. */
  endAfter?: number;
  /** Changes a byte in each chunk of the answer's body. */
  corrupt?: boolean;
  /** Adds these headers to the answer. */
  headers?: Record<string, string>;
}

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  /** Bytes of the answer's body that were passed on. */
  passedBytes: number;
  closed: boolean;
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

const meddle = (chunk: Buffer): Buffer => {
  const copy = Buffer.from(chunk);
  copy[0] = (copy[0] ?? 0) ^ 0xff;
  return copy;
};

/** Passes the storage's answer on, with whatever mischief is due. */
const passOn = (
  from: IncomingMessage,
  to: ServerResponse,
  { seen, mischief }: { seen: SeenRequest; mischief: Mischief },
) => {
  const { cutAfter, silentAfter, endAfter } = mischief;
  const limit = cutAfter ?? silentAfter ?? endAfter ?? Number.POSITIVE_INFINITY;
  const headers = { ...from.headers, ...mischief.headers };
  if (endAfter !== undefined) headers['content-length'] = String(endAfter);
  to.writeHead(from.statusCode ?? 502, headers);
  from.on('data', (chunk: Buffer) => {
    const room = limit - seen.passedBytes;
    const piece = (mischief.corrupt === true ? meddle(chunk) : chunk).subarray(0, room);
    seen.passedBytes += piece.length;
    if (!to.write(piece)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    if (piece.length < room) return;
    from.destroy();
    if (cutAfter !== undefined) setTimeout(() => to.destroy(), 20);
    if (endAfter !== undefined) to.end();
  });
  from.on('end', () => to.end());
  to.on('close', () => {
    seen.closed = true;
    from.destroy();
  });
};

/**
 * Stands between the service and an S3 server. The host header goes through unchanged, since it is signed: the service
 * signs for the proxy's address, and the server takes it.
 */
export const startS3Proxy = async (target: string) => {
  const requests: SeenRequest[] = [];
  const control = { mischief: (_seen: SeenRequest): Mischief => ({}) };
  const { port: targetPort, hostname, pathname } = new URL(target);

  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req;
    const seen: SeenRequest = { method, url, headers, passedBytes: 0, closed: false };
    requests.push(seen);
    const mischief = control.mischief(seen);
    if (mischief.hang === true) return;
    if (mischief.status !== undefined) {
      req.resume();
      const body = mischief.body ?? (method === 'HEAD' ? '' : errorXml(mischief.code ?? 'InternalError'));
      res.writeHead(mischief.status, { 'content-type': 'application/xml', ...mischief.headers }).end(body);
      return;
    }
    const onward = { host: hostname, port: targetPort, method, path: url, headers };
    const out = request(onward, (from) => passOn(from, res, { seen, mischief }));
    out.on('error', () => res.destroy());
    req.pipe(out);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}${pathname}`,
    requests,
    control,
    /** Forgets what was seen and stops all mischief. */
    reset: () => {
      requests.length = 0;
      control.mischief = () => ({});
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type S3Proxy = Awaited<ReturnType<typeof startS3Proxy>>;
