import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { dial } from '../../lab/dial.ts';

/** A man in the middle that forwards lists and replaces each package by other bytes of the same length. */
export const openTampering = async (publicUrl: string): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { status, body } = await dial(`${publicUrl}${request.url}`);
    const isPackage = request.url?.endsWith('.nupkg') === true;
    response.writeHead(status, { 'content-length': body.length });
    response.end(isPackage ? randomBytes(body.length) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
