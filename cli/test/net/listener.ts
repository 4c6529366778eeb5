import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeFolder } from '../folder.ts';

export const never = new AbortController().signal;

export const listen = async (t: TestContext, server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

export const serve = (t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(t, createServer(answer));

export const openBytes = async (t: TestContext, bytes: Buffer) => {
  const folder = await makeFolder(t, { file: bytes });
  const file = await open(join(folder, 'file'), 'r');
  t.after(() => file.close());
  return file;
};
