import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way from a node to its database, which a test can cut, slow down or silence. */
export interface Line {
  url: string;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  /** What is connected stays so; nobody else gets through. */
  refuseNew(): void;
  /** Takes everything and passes nothing on; no connection is closed. */
  silence(): void;
  /** Each piece is so late, in both directions. */
  slow(delayMs: number): void;
  /** As new; connections that were silenced stay dead. */
  mend(): void;
  close(): Promise<void>;
}

type State = { mode: 'open' | 'cut' | 'full' | 'silent'; delayMs: number };

const carry = (from: Socket, to: Socket, state: State): void => {
  from.on('data', (piece) => {
    if (state.mode === 'silent') return;
    if (state.delayMs === 0) to.write(piece);
    else setTimeout(() => to.write(piece), state.delayMs);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
};

/** Opens a way to the server of that address. */
export const openLine = async (to: string): Promise<Line> => {
  const state: State = { mode: 'open', delayMs: 0 };
  const sockets = new Set<Socket>();
  const target = new URL(to);
  const server = createServer({ noDelay: true }, (near) => {
    if (state.mode === 'cut' || state.mode === 'full') {
      near.destroy();
      return;
    }
    sockets.add(near.on('close', () => sockets.delete(near)));
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    carry(near, far, state);
    carry(far, near, state);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      state.mode = 'cut';
      breakAll();
    },
    refuseNew: () => {
      state.mode = 'full';
    },
    silence: () => {
      state.mode = 'silent';
    },
    slow: (delayMs) => {
      state.delayMs = delayMs;
    },
    mend: () => {
      Object.assign(state, { mode: 'open', delayMs: 0 });
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
};
