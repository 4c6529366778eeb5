import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { openRequest } from '../../src/net/dial.ts';

test('an address of several has three seconds to answer, not the quarter that Node gives it', async (t) => {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { connect } = Socket.prototype;
  const told: unknown[] = [];
  t.after(() => {
    Socket.prototype.connect = connect;
    server.close();
  });
  Socket.prototype.connect = function (this: Socket, ...words: unknown[]) {
    told.push(words.flat()[0]);
    return Reflect.apply(connect, this, words);
  } as typeof connect;
  const request = await openRequest(`http://a.localhost:${(server.address() as AddressInfo).port}/`, {});
  const [response] = await once(request.end(), 'response');
  assert.equal((await response.setEncoding('utf8').toArray()).join(''), 'here');
  assert.deepEqual(
    told.map(
      (options) => (options as { autoSelectFamilyAttemptTimeout?: number }).autoSelectFamilyAttemptTimeout,
    ),
    [3000],
  );
});
