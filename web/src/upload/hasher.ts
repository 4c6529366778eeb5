import { createSemaphore } from '@slipway/core/semaphore.ts';
import { UnreadableFileError } from './put.ts';
import type { Hashes, HashRequest, WorkerReply, WorkerRequest } from './worker.ts';

/* Hashes files in workers, two at a time, and tests key pairs. */

/** The build defines this URL. */
declare const workerAddress: string;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** A Trusted Types policy that allows only the worker's URL. */
const trusted = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const createScriptURL = (address: string): string => {
    if (address !== workerAddress) throw new TypeError('This is no script of ours.');
    return address;
  };
  return (
    trustedTypes?.createPolicy('slipway', { createScriptURL }).createScriptURL(workerAddress) ?? workerAddress
  );
};

let address: string | undefined;
const gate = createSemaphore(2);

const openWorker = (): Worker => {
  // A policy name can be used only once.
  address ??= trusted();
  return new Worker(address, { type: 'module' });
};

const ask = <Result>(
  request: WorkerRequest,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const worker = openWorker();
    const end = (): void => {
      worker.terminate();
      signal?.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    worker.onerror = () => {
      end();
      reject(new UnreadableFileError());
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerReply<Result>>) => {
      if ('bytes' in data) return onBytes?.(data.bytes);
      end();
      if ('result' in data) resolve(data.result);
      else reject(new UnreadableFileError(data.failed));
    };
    worker.postMessage(request);
  });

/** Hashes a file and reports progress; throws UnreadableFileError. */
export const hashFile = (
  request: HashRequest,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Hashes> =>
  gate(() => {
    signal.throwIfAborted();
    return ask(request, signal, onBytes);
  });

/** Whether the second half of each block of 64 bytes is the public key of the first. */
export const areKeyPairs = (keyPairs: readonly Uint8Array[]): Promise<boolean[]> => ask({ keyPairs });
