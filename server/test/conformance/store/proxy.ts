import { connect, createServer, type Socket } from 'node:net';

/** A proxy that can stop forwarding without closing connections. */
export interface Proxy {
  url: string;
  silence(): void;
  /** Lets new connections through again; earlier ones stay dead. */
  restore(): void;
  close(): Promise<void>;
}

/** Opens a loopback proxy to the server at that address. */
export const openProxy = async (to: string): Promise<Proxy> => {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    keep(inner);
    if (isSilent) return;
    const outer = connect(Number(target.port), target.hostname);
    keep(outer);
    inner.pipe(outer);
    outer.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(to);
  url.port = String(address && typeof address === 'object' ? address.port : 0);
  return {
    url: url.href,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: () => {
      isSilent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
