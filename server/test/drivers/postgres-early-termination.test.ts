import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { createPool } from '../../src/drivers/postgres/pool.ts';
import { isUnavailable } from '../conformance/store/postgres.ts';

/* A real server seldom sends its greeting and termination in one packet, so this fakes its protocol. */

const message = (kind: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
};

const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const goodbye = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

test('a connection that the server terminates at once is refused, and the process continues', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([welcome, goodbye])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = createPool({
    url: `postgres://user@127.0.0.1:${port}/database`,
    ...{ poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 60_000, maxWaiting: 1 },
  });
  try {
    const client = await pool.connect();
    await assert.rejects(async () => client.query('select 1', []), isUnavailable(/./));
    client.release();
  } finally {
    await pool.end();
    server.close();
  }
});
