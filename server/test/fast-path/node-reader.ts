import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';

/* What node:http makes of some bytes, in this process: no connection is opened. */

/** A connection that only says what it is given. */
const createConnection = (): Duplex & { setTimeout(): void } =>
  Object.assign(new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() }), {
    setTimeout: () => {},
  });

/** What was made of them. */
export interface NodeReading {
  requests: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion'>[];
  keepsAlive: boolean;
  /** Whether it was refused, or something else than a request came of it. */
  isOther: boolean;
}

/** Reads bytes as the service's own listener does behind the door. */
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
