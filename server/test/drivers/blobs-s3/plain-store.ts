import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store without signatures, for responses that no real one gives: it may ignore request headers. */
export const startPlainStore = async () => {
  const objects = new Map<string, Uint8Array>();
  const obeys = { range: true, condition: true };
  const etagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

  const server = createServer((req, res) => {
    const bytes = objects.get((req.url ?? '').split('?')[0] ?? '');
    if (bytes === undefined) return res.writeHead(404).end();
    const etag = etagOf(bytes);
    if (obeys.condition && req.headers['if-match'] !== undefined && req.headers['if-match'] !== etag)
      return res.writeHead(412).end();
    const rangeMatch = /^bytes=(\d+)-(\d+)$/.exec(obeys.range ? (req.headers.range ?? '') : '');
    const [start, end] =
      rangeMatch === null ? [0, bytes.length - 1] : [Number(rangeMatch[1]), Number(rangeMatch[2])];
    const range = rangeMatch === null ? {} : { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    const headers = {
      etag,
      'last-modified': new Date().toUTCString(),
      'content-length': end - start + 1,
      ...range,
    };
    res.writeHead(rangeMatch === null ? 200 : 206, headers);
    return res.end(req.method === 'HEAD' ? undefined : bytes.subarray(start, end + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    obeys,
    /** Stores bytes at a key of the bucket; returns the ETag. */
    place: (key: string, bytes: Uint8Array): string => {
      objects.set(`/artifacts/${key}`, bytes);
      return etagOf(bytes);
    },
    remove: (key: string) => objects.delete(`/artifacts/${key}`),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
