import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';
import { pauseSocket } from '../../node/pause-socket.ts';

/*
 * Requests that were sent before the ones ahead of them on their connection are answered (RFC 9112 §9.3.2) wait here:
 * node:http hands them over as fast as they arrive, and each would open its file, ask the database and keep its answer
 * in memory until a client that never reads has read all the others. While one waits, nothing more is read from its
 * connection; when its turn comes, it takes it between other work, so that thousands in a row keep nobody waiting.
 * What is not pipelined, which is everything that honest clients send, passes through as it is.
 */

interface PipelinedRequests {
  waiting: number;
  /** Lets the connection be read again. */
  release(): void;
}

/** Lets each request through when the connection is its answer's. */
export const guardPipelining = (handle: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, PipelinedRequests>();
  let waiting = 0;
  const ready: [IncomingMessage, ServerResponse][] = [];

  const work = (): void => {
    for (const [request, response] of ready.splice(0, bounds.turnsAtOnce))
      if (!response.destroyed && !request.socket.destroyed) handle(request, response);
    if (ready.length > 0) setImmediate(work);
  };

  const leave = (line: PipelinedRequests, count: number): void => {
    line.waiting -= count;
    waiting -= count;
    if (line.waiting === 0) line.release();
  };

  const lineOf = (socket: Socket): PipelinedRequests => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: PipelinedRequests = { waiting: 0, release: () => {} };
    lines.set(socket, line);
    socket.once('close', () => leave(line, line.waiting));
    return line;
  };

  const wait = (request: IncomingMessage, response: ServerResponse): void => {
    const line = lineOf(request.socket);
    if (line.waiting === 0) line.release = pauseSocket(request.socket);
    line.waiting += 1;
    waiting += 1;
    response.once('socket', () => {
      leave(line, 1);
      if (ready.push([request, response]) === 1) setImmediate(work);
    });
  };

  return (request, response) => {
    if (response.socket !== null) handle(request, response);
    // Nobody waits any more whose connection is gone, nor anybody behind.
    else if (waiting < bounds.waitingRequests) wait(request, response);
    else request.socket.destroy();
  };
};
