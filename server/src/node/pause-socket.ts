import type { Socket } from 'node:net';

/*
 * Stops node:http from reading a connection. `pause` isn't enough, because node:http resumes the connection when a
 * response ends or a body is skipped.
 */

/** Returns a function that resumes reading. */
export const pauseSocket = (socket: Socket): (() => void) => {
  socket.resume = () => socket;
  socket.pause();
  return () => {
    // Restores the prototype's method.
    delete (socket as { resume?: unknown }).resume;
    socket.resume();
  };
};
