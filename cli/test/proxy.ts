import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The behavior for one connection; `bytes` counts the client's bytes. */
export type Behavior =
  | { kind: 'pass' }
  | { kind: 'slow'; bytesPerSecond: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'answer'; status: number; code: string };

/** A proxy that simulates bad connections and records request headers. */
export const startProxy = async () => {
  let behavior: (connection: number) => Behavior = () => ({ kind: 'pass' });
  let target = 0;
  let connections = 0;
  let bytes = 0;
  const heads: string[] = [];
  const sockets = new Set<Socket>();

  const answer = (client: Socket, status: number, code: string) => {
    const body = JSON.stringify({ code, detail: `Told so by the test: ${code}.` });
    const head = `HTTP/1.1 ${status} X\r\ncontent-type: application/problem+json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
    client.once('data', () => client.end(`${head}${body}`));
  };

  const forward = (client: Socket, how: Behavior) => {
    const upstream = connect(target, '127.0.0.1');
    sockets.add(upstream);
    upstream.pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    let passed = 0;
    client.on('data', (chunk: Buffer) => {
      if (passed === 0) heads.push(chunk.toString('latin1').split('\r\n\r\n', 1)[0] ?? '');
      passed += chunk.length;
      bytes += chunk.length;
      if (how.kind === 'cut' && passed > how.afterBytes) {
        client.resetAndDestroy();
        return;
      }
      upstream.write(chunk);
      if (how.kind !== 'slow') return;
      client.pause();
      setTimeout(() => client.resume(), (chunk.length / how.bytesPerSecond) * 1000);
    });
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    connections += 1;
    const how = behavior(connections);
    if (how.kind === 'answer') answer(client, how.status, how.code);
    else forward(client, how);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    heads,
    choosePort: async (): Promise<number> => {
      const probe = createServer().listen(0, '127.0.0.1');
      await once(probe, 'listening');
      target = (probe.address() as AddressInfo).port;
      probe.close();
      await once(probe, 'close');
      return target;
    },
    behave: (next: typeof behavior) => {
      connections = 0;
      bytes = 0;
      behavior = next;
    },
    count: () => ({ connections, bytes }),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
export type LineProxy = Awaited<ReturnType<typeof startProxy>>;
