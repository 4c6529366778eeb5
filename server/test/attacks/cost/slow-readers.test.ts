import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createTestApp, type TestApp } from '../../harness.ts';
import { makeHeavy } from './heavy.ts';
import { settled, useMetered } from './meter.ts';

/* Clients that request large responses and never read them. */

const MiB = 1024 * 1024;
const clients = 40;

describe('responses that nobody reads', () => {
  const service = useMetered();
  let app: TestApp;
  const sockets: Socket[] = [];

  before(async () => {
    app = await createTestApp(service());
    await makeHeavy(service(), app.slug, 2);
    // Caches the app's site first, which is not held per client.
    await service().site(app.slug, `/releases/v1/apps/${app.slug}/releases`);
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Requests on a new connection, waits for the first bytes and stops reading. */
  const askAndStall = (path: string, headers: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: service().port });
      sockets.push(socket);
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.pause();
        socket.removeListener('error', reject).on('error', () => {});
        if (data.toString('latin1').startsWith('HTTP/1.1 200')) resolve();
        else reject(new Error(data.toString('latin1')));
      });
      socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    });

  /** Bytes held for clients that stopped reading. */
  const heldFor = async (ask: (index: number) => Promise<void>): Promise<number> => {
    const before = await service().heldBytes();
    for (let index = 0; index < clients; index++) await ask(index);
    await settled(service());
    return (await service().heldBytes()) - before;
  };

  test('of public pages, each a different one', async (t) => {
    const grown = await heldFor((index) =>
      askAndStall(
        `/releases/v1/apps/${app.slug}/releases?limit=${index + 10}`,
        `host: ${app.slug}.localhost:${service().port}`,
      ),
    );
    t.diagnostic(`${Math.round(grown / MiB)} MiB`);
    assert.ok(grown < 128 * MiB, `${grown} bytes are held`);
  });

  test('of lists, with a key', async (t) => {
    const grown = await heldFor(() =>
      askAndStall(`/v1/apps/${app.slug}/releases`, `host: localhost\r\nauthorization: Bearer ${app.key}`),
    );
    t.diagnostic(`${Math.round(grown / MiB)} MiB`);
    assert.ok(grown < 128 * MiB, `${grown} bytes are held`);
  });

  test('a client that reads still gets the whole page', async () => {
    const reply = await service().site(app.slug, `/releases/v1/apps/${app.slug}/releases?limit=5`);
    assert.equal(reply.status, 200);
    assert.equal(reply.json<{ releases: object[] }>().releases.length, 1, 'two are more than a page');
  });
});
