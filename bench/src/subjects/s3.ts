import { Log, LogLevel, Miniflare } from 'miniflare';
import { signGet } from './signed-url.ts';

const bucket = 'artifacts';
const region = 'auto';
const s3Credentials = { accessKeyId: 'bench-access-key', secretAccessKey: 'bench-secret-key' };

/** The part of a bucket that is used here; miniflare's own type of it needs the types of another platform. */
interface Listing {
  list(): Promise<{ objects: { key: string; size: number }[] }>;
}

/** A real S3 endpoint (R2's, in miniflare), its bytes in the folder. */
export const startS3 = async (folder: string) => {
  const server = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response(null, { status: 404 }) }',
    host: '127.0.0.1',
    port: 0,
    r2Buckets: { BUCKET: { id: bucket, s3Credentials } },
    r2Persist: folder,
    log: new Log(LogLevel.NONE),
  });
  const endpoint = `${(await server.ready).origin}/cdn-cgi/local/r2/s3`;
  return {
    /** What Slipway needs to know. */
    env: {
      SLIPWAY_STORAGE_URL: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=${region}&pathStyle=true`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
    /** An address from which anyone may read the largest object. */
    addressOfLargest: async (): Promise<string> => {
      const { objects } = await ((await server.getR2Bucket('BUCKET')) as unknown as Listing).list();
      const largest = objects.toSorted((a, b) => b.size - a.size)[0];
      return signGet(`${endpoint}/${bucket}/${largest?.key}`, { ...s3Credentials, region });
    },
    stop: () => server.dispose(),
  };
};
