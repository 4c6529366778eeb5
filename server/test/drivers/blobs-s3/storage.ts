import { after, before, beforeEach } from 'node:test';
import type { BlobContent } from '../../../src/domain/model/artifact.ts';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import { openS3Blobs, type S3BlobsOptions } from '../../../src/drivers/blobs-s3.ts';
import { contentFor } from '../../conformance/blobs/stage.ts';
import { type S3Proxy, startS3Proxy } from '../../s3-proxy.ts';

interface Store {
  endpoint: string;
  stop(): Promise<void>;
}

const credentials = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key' };

/** PUTs bytes to a presigned URL. */
const put = async (url: string, headers: Record<string, string>, bytes: Uint8Array): Promise<void> => {
  const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) });
  await answer.text();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
};

/** A store behind a fault-injecting proxy, for the tests of one suite. */
export const useStorage = <S extends Store>(start: () => Promise<S>) => {
  let store: S;
  let proxy: S3Proxy;
  const opened: Blobs[] = [];

  before(async () => {
    store = await start();
    proxy = await startS3Proxy(store.endpoint);
  });
  beforeEach(() => proxy.reset());
  after(async () => {
    await Promise.all(opened.map((blobs) => blobs.close()));
    await proxy.stop();
    await store.stop();
  });

  return {
    proxy: () => proxy,
    store: () => store,
    open: async (options: Partial<S3BlobsOptions> = {}): Promise<Blobs> => {
      const { endpoint } = proxy;
      const limits = { requestTimeoutMs: 10_000, silenceTimeoutMs: 10_000 };
      const place = {
        bucket: 'artifacts',
        endpoint,
        region: 'auto',
        pathStyle: true,
        sse: 'AES256' as const,
      };
      const blobs = await openS3Blobs({ ...place, credentials, ...limits, ...options });
      opened.push(blobs);
      return blobs;
    },
    upload: async (blobs: Blobs, bytes: Uint8Array): Promise<BlobContent> => {
      const made = contentFor(bytes);
      const { url, headers } = await blobs.presign(made, 900);
      await put(url, headers, bytes);
      return made;
    },
  };
};
