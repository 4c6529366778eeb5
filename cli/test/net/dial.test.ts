import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { openRequest } from '../../src/net/dial.ts';

test('each address of a host has three seconds to connect, not the 250 ms of Node', async (t) => {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { connect } = Socket.prototype;
  const connectOptions: unknown[] = [];
  t.after(() => {
    Socket.prototype.connect = connect;
    server.close();
  });
  Socket.prototype.connect = function (this: Socket, ...words: unknown[]) {
    connectOptions.push(words.flat()[0]);
    return Reflect.apply(connect, this, words);
  } as typeof connect;
  const request = await openRequest(`http://a.localhost:${(server.address() as AddressInfo).port}/`, {});
  const [response] = await once(request.end(), 'response');
  assert.equal((await response.setEncoding('utf8').toArray()).join(''), 'here');
  assert.deepEqual(
    connectOptions.map(
      (options) => (options as { autoSelectFamilyAttemptTimeout?: number }).autoSelectFamilyAttemptTimeout,
    ),
    [3000],
  );
});
