import type { WorkerReply } from '../../src/upload/worker.ts';

/* Runs the page's worker in this process, one request at a time. Import it before any module that starts the worker. */

interface Scope {
  onmessage?: (event: { data: unknown }) => Promise<void>;
  postMessage(reply: unknown): void;
}

const scope: Scope = { postMessage: () => {} };

class PageWorker {
  static isBroken = false;
  onmessage?: (event: { data: unknown }) => void;
  onerror?: () => void;

  postMessage(data: unknown): void {
    scope.postMessage = (reply) => this.onmessage?.({ data: reply });
    if (PageWorker.isBroken) this.onerror?.();
    else void scope.onmessage?.({ data });
  }

  terminate(): void {}
}

Object.assign(globalThis, { self: scope, Worker: PageWorker, workerAddress: '/assets/worker.js' });
await import('../../src/upload/worker.ts');

/** Runs a task while every worker fails to start. */
export const withoutWorker = async (task: () => Promise<void>): Promise<void> => {
  PageWorker.isBroken = true;
  await task().finally(() => {
    PageWorker.isBroken = false;
  });
};

/** All replies of the worker to a request. */
export const askWorker = async (data: unknown): Promise<WorkerReply<unknown>[]> => {
  const replies: WorkerReply<unknown>[] = [];
  scope.postMessage = (reply) => void replies.push(reply as WorkerReply<unknown>);
  await scope.onmessage?.({ data });
  return replies;
};
