import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fault that the proxy injects into a request. */
export interface Fault {
  /** Responds with this status without asking the storage. */
  status?: number;
  /** The code in the XML of that response. */
  code?: string;
  /** The whole body of that response. */
  body?: string;
  /** Accepts the request and never responds. */
  hang?: boolean;
  /** Cuts the connection after this many bytes of the body. */
  cutAfter?: number;
  /** Forwards this many bytes of the body and then stalls. */
  silentAfter?: number;
  /** Ends the response cleanly after this many bytes. */
  endAfter?: number;
  /** Changes a byte in each chunk of the body. */
  corrupt?: boolean;
  /** Adds these headers to the response. */
  headers?: Record<string, string>;
}

export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  /** Forwarded bytes of the body. */
  passedBytes: number;
  closed: boolean;
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

const corruptChunk = (chunk: Buffer): Buffer => {
  const copy = Buffer.from(chunk);
  copy[0] = (copy[0] ?? 0) ^ 0xff;
  return copy;
};

/** Forwards the storage's response, with the current fault. */
const forward = (
  from: IncomingMessage,
  to: ServerResponse,
  { recorded, fault }: { recorded: RecordedRequest; fault: Fault },
) => {
  const { cutAfter, silentAfter, endAfter } = fault;
  const limit = cutAfter ?? silentAfter ?? endAfter ?? Number.POSITIVE_INFINITY;
  const headers = { ...from.headers, ...fault.headers };
  if (endAfter !== undefined) headers['content-length'] = String(endAfter);
  to.writeHead(from.statusCode ?? 502, headers);
  from.on('data', (chunk: Buffer) => {
    const remaining = limit - recorded.passedBytes;
    const piece = (fault.corrupt === true ? corruptChunk(chunk) : chunk).subarray(0, remaining);
    recorded.passedBytes += piece.length;
    if (!to.write(piece)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    if (piece.length < remaining) return;
    from.destroy();
    if (cutAfter !== undefined) setTimeout(() => to.destroy(), 20);
    if (endAfter !== undefined) to.end();
  });
  from.on('end', () => to.end());
  to.on('close', () => {
    recorded.closed = true;
    from.destroy();
  });
};

/**
 * A proxy between the server and S3. The host header is unchanged, since it is signed: the server signs for the proxy's
 * address, and the store accepts it.
 */
export const startS3Proxy = async (target: string) => {
  const requests: RecordedRequest[] = [];
  const control = { fault: (_recorded: RecordedRequest): Fault => ({}) };
  const { port: targetPort, hostname, pathname } = new URL(target);

  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req;
    const recorded: RecordedRequest = { method, url, headers, passedBytes: 0, closed: false };
    requests.push(recorded);
    const fault = control.fault(recorded);
    if (fault.hang === true) return;
    if (fault.status !== undefined) {
      req.resume();
      const body = fault.body ?? (method === 'HEAD' ? '' : errorXml(fault.code ?? 'InternalError'));
      res.writeHead(fault.status, { 'content-type': 'application/xml', ...fault.headers }).end(body);
      return;
    }
    const onward = { host: hostname, port: targetPort, method, path: url, headers };
    const out = request(onward, (from) => forward(from, res, { recorded, fault }));
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
    /** Clears recorded requests and stops all faults. */
    reset: () => {
      requests.length = 0;
      control.fault = () => ({});
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type S3Proxy = Awaited<ReturnType<typeof startS3Proxy>>;
