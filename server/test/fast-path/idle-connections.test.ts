import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createIdleConnections, type IdleConnection } from '../../src/node/idle-connections.ts';

setFlagsFromString('--expose-gc');
const collectAll = runInNewContext('gc') as () => void;

const fakeSocket = (name: number): Socket =>
  ({ name, padding: new Array(100).fill(name) }) as unknown as Socket;
const namesOf = (connections: readonly IdleConnection[]): unknown[] =>
  connections.map(({ socket }) => (socket as unknown as { name: number }).name);

test('idle connections are listed oldest first, also after repeated removals', () => {
  const connections = createIdleConnections();
  const all = [0, 1, 2, 3, 4].map((name) => connections.add(fakeSocket(name), 0));
  for (const place of [1, 4, 1]) connections.remove(all[place] as IdleConnection);
  assert.deepEqual(namesOf(connections.oldestFirst()), [0, 2, 3]);
  connections.add(fakeSocket(5), 0);
  connections.remove(all[0] as IdleConnection);
  assert.deepEqual(namesOf(connections.oldestFirst()), [2, 3, 5]);
  assert.deepEqual(namesOf(connections.all()).sort(), [2, 3, 5]);
});

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

test('closed connections are not kept in memory by later ones', () => {
  const connections = createIdleConnections();
  const open: (IdleConnection | undefined)[] = new Array(32).fill(undefined);
  collectAll();
  const before = oldBytes();
  let most = 0;
  for (let count = 0; count < 300_000; count++) {
    const left = open[count % open.length];
    if (left !== undefined) connections.remove(left);
    open[count % open.length] = connections.add(fakeSocket(count), 0);
    if (count % 1000 === 0) most = Math.max(most, oldBytes() - before);
  }
  // A Map took 85 to 94 million.
  assert.ok(most < 8_000_000, `${most} bytes of connections that are gone`);
});
