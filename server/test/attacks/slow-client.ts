import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';

/* The server's timeouts are 20 s, 60 s and 60 s; here the same code runs with short ones. */

/** Sends one byte every 20 ms on a new connection; returns the response until it was closed. */
export const dribble = (port: number, start: string, rest: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    let at = 0;
    socket.write(start);
    const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), 20);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
  });

/** Fakes the sender's clock and timers, so that the test is independent of the machine's speed. */
export const holdTime = (t: TestContext) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setInterval'] });
  return (seconds: number): void => {
    nowMs += seconds * 1000;
    t.mock.timers.tick(seconds * 1000);
  };
};

/** Reads a chunk every millisecond; `more` resolves after that many more bytes. */
export const readSteadily = (socket: Socket) => {
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 1);
  });
  const more = (bytes: number): Promise<void> => {
    const enough = received + bytes;
    return waitUntil('it goes on', () => received >= enough);
  };
  return { received: () => received, more };
};
