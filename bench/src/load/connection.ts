import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/*
 * A minimal HTTP/1.1 client: a status, a Content-Length or no body, keep-alive. It uses little CPU, so that a small
 * machine's two cores are left to the server under test.
 */

export interface HttpConnection {
  /** Sends a request; the previous one must have been answered. */
  send(request: string): void;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const bodyless = new Set([204, 304]);

const lengthOf = (head: string, status: number): number => {
  if (bodyless.has(status)) return 0;
  const match = /content-length: (\d+)/i.exec(head);
  if (match === null) throw new Error(`an answer without a length: ${head}`);
  return Number(match[1]);
};

export interface Endpoint {
  port: number;
  isSecure?: boolean | undefined;
}

/** Opens a connection; `onAnswer` gets the status and size of each complete response. */
export const openConnection = (
  { port, isSecure = false }: Endpoint,
  onAnswer: (status: number, bytes: number) => void,
  onFailure: (error: Error) => void,
): Promise<HttpConnection> => {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let bytes = 0;
  let missing = 0;
  const finish = (): void => {
    const [answered, size] = [status, bytes];
    status = 0;
    bytes = 0;
    onAnswer(answered, size);
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (status !== 0) {
      missing -= chunk.length;
      if (missing === 0) finish();
      return;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(headEnd);
    if (end === -1) return;
    const text = head.toString('latin1', 0, end);
    status = Number(text.slice(9, 12));
    missing = lengthOf(text, status) - (head.length - end - headEnd.length);
    head = Buffer.alloc(0);
    if (missing === 0) finish();
  };
  return new Promise((resolve) => {
    const onOpen = (): void =>
      resolve({
        send: (request) => void socket.write(request, 'latin1'),
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      });
    const to = { host: '127.0.0.1', port, noDelay: true };
    const socket: Socket = isSecure
      ? connectSecurely({ ...to, servername: 'a.localhost', rejectUnauthorized: false }, onOpen)
      : connect(to, onOpen);
    socket.on('data', take);
    socket.on('error', onFailure);
    socket.on('close', () => onFailure(new Error('the connection was closed')));
  });
};
