import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/* The baselines that Slipway is compared with, each written in the simplest way. Run as a program. */

const [role = '', argument = ''] = process.argv.slice(2);

/** A constant body, or 204 for up-to-date clients. */
const constant = (body: string): RequestListener => {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return (request, response) => {
    if (request.url?.endsWith('/9.9.9')) response.writeHead(204).end();
    else response.writeHead(200, headers).end(body);
  };
};

const pipeFile = (file: string): RequestListener => {
  const { size } = statSync(file);
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    createReadStream(file).pipe(response);
  };
};

const pipeUrl =
  (url: string): RequestListener =>
  (_request, response) => {
    get(url, (upstream) => {
      response.writeHead(200, { 'content-length': upstream.headers['content-length'] });
      upstream.pipe(response);
    });
  };

/** Writes the body to a file and hashes it, without checks or syncs. */
const hashToFile = (file: string): RequestListener => {
  return (request, response) => {
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    pipeline(request, createWriteStream(file), (error) => {
      response.writeHead(error ? 500 : 200).end(hash.digest('hex'));
    });
  };
};

const roles: Record<string, (argument: string) => RequestListener> = {
  constant,
  'pipe-file': pipeFile,
  'pipe-url': pipeUrl,
  'hash-to-file': hashToFile,
};

const make = roles[role];
if (make === undefined) throw new Error(`no such role: ${role}`);
const server = createServer(make(argument));
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
});
