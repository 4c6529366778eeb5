import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';

/* Parses bytes with node:http in this process, without opening a connection. */

/** A connection that only delivers the bytes it receives. */
const createConnection = (): Duplex & { setTimeout(): void } =>
  Object.assign(new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() }), {
    setTimeout: () => {},
  });

export interface NodeReading {
  requests: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion'>[];
  keepsAlive: boolean;
  /** Whether it was rejected, or is not a request. */
  isOther: boolean;
}

/** Parses bytes as the server's own listener does behind the fast path. */
export const createNodeReader = () => {
  let reading: NodeReading;
  const server = createServer({
    joinDuplicateHeaders: true,
    requireHostHeader: false,
    insecureHTTPParser: false,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 2 ** 30,
  });
  const other = (): void => {
    reading.isOther = true;
  };
  server.on('request', (request, response) => {
    const { method, url, headers, httpVersion } = request;
    reading.requests.push({ method, url, headers, httpVersion });
    reading.keepsAlive &&= response.shouldKeepAlive;
    response.end();
  });
  for (const event of ['clientError', 'upgrade', 'connect', 'checkContinue', 'checkExpectation'])
    server.on(event, other);
  server.maxHeadersCount = 101;

  return async (bytes: Buffer): Promise<NodeReading> => {
    reading = { requests: [], keepsAlive: true, isOther: false };
    const connection = createConnection();
    server.emit('connection', connection);
    connection.push(bytes);
    await new Promise(setImmediate);
    connection.destroy();
    return reading;
  };
};
