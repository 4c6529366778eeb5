import { s3Env, startLocalS3 } from '../../../lab/s3.ts';
import { signGet } from './signed-url.ts';

/** A real S3 endpoint, and a public URL of its largest object. */
export const startS3 = async () => {
  const server = await startLocalS3();
  return {
    /** Slipway's settings for it. */
    env: s3Env(server, ''),
    addressOfLargest: async (): Promise<string> => {
      const [largest] = (await server.list()).toSorted((a, b) => b.size - a.size);
      return signGet(`${server.endpoint}/${server.bucket}/${largest?.key}`, server);
    },
    stop: server.stop,
  };
};
