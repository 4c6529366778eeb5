import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bounds } from '../../domain/model/bounds.ts';
import { pauseSocket } from '../../node/pause-socket.ts';

/*
 * Queues pipelined requests (RFC 9112 §9.3.2) until the responses before them are done. node:http passes them on as
 * they arrive, and each would open its file, query the database and hold its response until a slow client has read all
 * others. A connection isn't read while a request of it waits, and queued requests run between other work, so that
 * thousands in a row delay nobody. Normal clients don't pipeline and pass straight through.
 */

interface PipelinedRequests {
  waiting: number;
  /** Resumes reading the connection. */
  release(): void;
}

/** Passes each request on once the connection is free for its response. */
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
    const existing = lines.get(socket);
    if (existing !== undefined) return existing;
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
    // Requests of a closed connection never run.
    else if (waiting < bounds.waitingRequests) wait(request, response);
    else request.socket.destroy();
  };
};
