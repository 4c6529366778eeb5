import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a node and its database that a test can cut, slow down or silence. */
export interface Line {
  url: string;
  /** Breaks every connection and accepts no new one. */
  cut(): void;
  /** Keeps existing connections and blocks new ones. */
  refuseNew(): void;
  /** Accepts everything and forwards nothing; closes no connection. */
  silence(): void;
  /** Delays each chunk in both directions. */
  slow(delayMs: number): void;
  /** Restores normal operation; silenced connections stay dead. */
  restore(): void;
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

/** Opens a proxy to the server at that address. */
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
    restore: () => {
      Object.assign(state, { mode: 'open', delayMs: 0 });
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
};
