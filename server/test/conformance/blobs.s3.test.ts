import { setTimeout as sleep } from 'node:timers/promises';
import { S3 } from '@aws-sdk/client-s3';
import { openS3Blobs } from '../../src/drivers/blobs-s3.ts';
import { startS3 } from '../s3-server.ts';
import { blobsConformance } from './blobs.ts';

blobsConformance('s3', { listsParts: false }, async () => {
  const server = await startS3();
  const { endpoint, region, bucket: Bucket } = server;
  const blobs = await openS3Blobs({
    bucket: Bucket,
    prefix: 'some/folder',
    endpoint,
    region,
    pathStyle: true,
    sse: 'AES256',
    credentials: server,
  });
  const client = new S3({ region, endpoint, forcePathStyle: true, credentials: server });
  return {
    blobs,
    put: async (url, headers, body) => {
      const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
      return answer.headers.get('etag') ?? '';
    },
    overwrite: async (key, bytes) => {
      await client.putObject({ Bucket, Key: `some/folder/${key}`, Body: bytes });
    },
    leftovers: async () =>
      ((await client.listObjectsV2({ Bucket })).Contents ?? []).map(({ Key = '' }) => Key),
    elapse: (seconds) => sleep(seconds * 1000),
    close: async () => {
      client.destroy();
      await server.stop();
    },
  };
});
