import type { Socket } from 'node:net';

/*
 * Keeps node:http from reading a connection. `pause` alone does not: whenever an answer ends or a body is passed over,
 * node:http resumes the connection by itself, for it cannot know who paused it and why.
 */

/** Reads nothing more from a connection until what is returned is called. */
export const pauseSocket = (socket: Socket): (() => void) => {
  socket.resume = () => socket;
  socket.pause();
  return () => {
    // The method of all sockets shows again.
    delete (socket as { resume?: unknown }).resume;
    socket.resume();
  };
};
