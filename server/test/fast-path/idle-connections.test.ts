import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createIdleConnections, type IdleConnection } from '../../src/node/idle-connections.ts';

setFlagsFromString('--expose-gc');
const collectAll = runInNewContext('gc') as () => void;

const standIn = (name: number): Socket => ({ name, held: new Array(100).fill(name) }) as unknown as Socket;
const namesOf = (visits: readonly IdleConnection[]): unknown[] =>
  visits.map(({ socket }) => (socket as unknown as { name: number }).name);

test('who is there is found in the order of coming, whoever has left meanwhile, and however often', () => {
  const visits = createIdleConnections();
  const all = [0, 1, 2, 3, 4].map((name) => visits.begin(standIn(name), 0));
  for (const place of [1, 4, 1]) visits.end(all[place] as IdleConnection);
  assert.deepEqual(namesOf(visits.inOrder()), [0, 2, 3]);
  visits.begin(standIn(5), 0);
  visits.end(all[0] as IdleConnection);
  assert.deepEqual(namesOf(visits.inOrder()), [2, 3, 5]);
  assert.deepEqual(namesOf(visits.all()).sort(), [2, 3, 5]);
});

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

test('connections that came and went are not kept alive by those that came after them', () => {
  const visits = createIdleConnections();
  const open: (IdleConnection | undefined)[] = new Array(32).fill(undefined);
  collectAll();
  const before = oldBytes();
  let most = 0;
  for (let count = 0; count < 300_000; count++) {
    const left = open[count % open.length];
    if (left !== undefined) visits.end(left);
    open[count % open.length] = visits.begin(standIn(count), 0);
    if (count % 1000 === 0) most = Math.max(most, oldBytes() - before);
  }
  // A Map took 85 to 94 million.
  assert.ok(most < 8_000_000, `${most} bytes of connections that are gone`);
});
