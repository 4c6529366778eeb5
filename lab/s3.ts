import { Log, LogLevel, Miniflare } from 'miniflare';
import { openFolder } from './folder.ts';
import type { Env } from './service.ts';

/** The address of a test's S3 server, and how to stop it. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** The S3 server configured by variables, if any: `npm run check:s3` uses it. */
export const findConfiguredS3 = (): S3Server | undefined => {
  const { SLIPWAY_TEST_S3_ENDPOINT: endpoint, SLIPWAY_TEST_S3_BUCKET: bucket } = process.env;
  const { SLIPWAY_TEST_S3_REGION: region = 'us-east-1' } = process.env;
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env;
  if (endpoint === undefined || bucket === undefined) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, stop: async () => undefined };
};

/** The settings that make a server store artifacts there, under a prefix. */
export const s3Env = (server: S3Server, prefix: string): Env => {
  const { endpoint, bucket, region } = server;
  const place = new URLSearchParams({ endpoint, region, pathStyle: 'true' });
  return {
    SLIPWAY_STORAGE_URL: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}?${place}`,
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
  };
};

/** The used part of a bucket; miniflare's own type needs another platform's types. */
interface Listing {
  list(): Promise<{ objects: { key: string; size: number }[] }>;
}

/**
 * Starts a real S3 endpoint (R2's, in miniflare) on a random port, with its data in a temporary folder. It checks
 * signatures and conditions as R2 does; it does not check SHA-256, and lists neither parts nor unfinished uploads.
 */
export const startLocalS3 = async () => {
  const folder = await openFolder('s3');
  const bucket = 'artifacts';
  const [accessKeyId, secretAccessKey] = ['test-access-key', 'test-secret-key'];
  const server = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response(null, { status: 404 }) }',
    host: '127.0.0.1',
    port: 0,
    r2Buckets: { BUCKET: { id: bucket, s3Credentials: { accessKeyId, secretAccessKey } } },
    r2Persist: folder.path,
    log: new Log(LogLevel.NONE),
  });
  const { origin } = await server.ready;
  return {
    endpoint: `${origin}/cdn-cgi/local/r2/s3`,
    bucket,
    region: 'auto',
    accessKeyId,
    secretAccessKey,
    /** All objects in the bucket. */
    list: async () => (await ((await server.getR2Bucket('BUCKET')) as unknown as Listing).list()).objects,
    stop: async () => {
      await server.dispose();
      await folder.remove();
    },
  };
};

/** The configured S3 server, or a local one. */
export const startS3 = async (): Promise<S3Server> => findConfiguredS3() ?? startLocalS3();
