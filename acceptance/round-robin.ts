import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A round-robin proxy that forwards requests unchanged to several nodes. */
export const startRoundRobin = async (port: number, nodes: number[]) => {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const node = nodes[turn++ % nodes.length];
    const onward = request({
      agent,
      host: '127.0.0.1',
      port: node,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.rawHeaders,
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      if (!outgoing.writableFinished || !incoming.complete) onward.destroy();
    });
    incoming.pipe(onward);
  };

  // Idle connections outlive the suite: closing one just as it is reused would fail a test.
  const server = createServer({ keepAliveTimeout: 600_000 }, pass);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
};
