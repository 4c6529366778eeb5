import { connect, type Socket } from 'node:net';
import { type DrainOrder, emptyResult, type LoadResult, type PutOrder, type StallOrder } from './orders.ts';

/* Bulk transfers: downloads read at full speed or not at all, and uploads. */

const readBytes = 256 * 1024;

const totalOf = (start: Buffer): number => {
  const text = start.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text);
  if (!/^HTTP\/1\.1 20[06] /.test(text) || end === -1 || length === null)
    throw new Error(`not a download: ${text.slice(0, 200)}`);
  return end + 4 + Number(length[1]);
};

/** Sequential downloads on one connection; resolves with the received bytes. */
const drainOne = ({ port, request, timesEach }: DrainOrder): Promise<number> =>
  new Promise((resolve, reject) => {
    let left = timesEach;
    let total = 0;
    let missing = 0;
    const take = (count: number, buffer: Uint8Array): boolean => {
      const piece = Buffer.from(buffer.buffer, buffer.byteOffset, count);
      if (missing === 0) missing = totalOf(piece);
      total += count;
      missing -= count;
      if (missing > 0) return true;
      left -= 1;
      if (left > 0) socket.write(request, 'latin1');
      else {
        socket.destroy();
        resolve(total);
      }
      return true;
    };
    const socket: Socket = connect(
      { host: '127.0.0.1', port, onread: { buffer: Buffer.allocUnsafeSlow(readBytes), callback: take } },
      () => socket.write(request, 'latin1'),
    );
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the download broke off')));
  });

export const runDownloads = async (order: DrainOrder): Promise<LoadResult> => {
  const startedAt = performance.now();
  const totals = await Promise.all(Array.from({ length: order.connections }, () => drainOne(order)));
  return {
    ...emptyResult,
    requests: order.connections * order.timesEach,
    bytes: totals.reduce((sum, bytes) => sum + bytes, 0),
    seconds: (performance.now() - startedAt) / 1000,
  };
};

/** Sends a body of equal chunks; the time includes the response. */
export const runUpload = ({ port, head, pieceBytes, pieces }: PutOrder): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const piece = Buffer.alloc(pieceBytes, 'slipway ');
    const startedAt = performance.now();
    let left = pieces;
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(head, 'latin1');
      feed();
    });
    const feed = (): void => {
      while (left > 0) {
        left -= 1;
        if (!socket.write(piece)) {
          socket.once('drain', feed);
          return;
        }
      }
    };
    socket.on('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12);
      socket.destroy();
      const seconds = (performance.now() - startedAt) / 1000;
      if (status.startsWith('2'))
        resolve({ ...emptyResult, bytes: pieceBytes * pieces, seconds, requests: 1 });
      else reject(new Error(`the upload was refused: ${chunk.toString('latin1')}`));
    });
    socket.on('error', reject);
  });

const stalled: Socket[] = [];

const stallOne = (port: number, request: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    // Before the connection is open: node would otherwise read the first bytes.
    socket.pause();
    socket.on('error', reject);
    socket.on('connect', () => socket.write(request, 'latin1', () => resolve()));
    stalled.push(socket);
  });

/** Requests downloads and reads none of them. */
export const stallDownloads = async ({ port, request, connections }: StallOrder): Promise<LoadResult> => {
  const atOnce = 200;
  for (let opened = 0; opened < connections; opened += atOnce) {
    const count = Math.min(atOnce, connections - opened);
    await Promise.all(Array.from({ length: count }, () => stallOne(port, request)));
  }
  return { ...emptyResult, requests: connections };
};

export const releaseStalled = (): void => {
  for (const socket of stalled.splice(0)) {
    socket.removeAllListeners('error');
    socket.on('error', () => {});
    socket.destroy();
  }
};
