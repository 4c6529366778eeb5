import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3 } from '@aws-sdk/client-s3';
import type { S3Server } from '../../../../lab/s3.ts';
import { openS3Blobs, type S3BlobsOptions } from '../../../src/drivers/blobs-s3.ts';
import type { Abilities, BlobsHarness } from './stage.ts';

/** The driver on a bucket of any S3 server, in its own folder, with direct access for checks. */
export const openS3Harness = async (
  server: S3Server,
  { listsParts }: Abilities,
  options: Partial<S3BlobsOptions> = {},
): Promise<BlobsHarness> => {
  const { endpoint, region, bucket: Bucket } = server;
  const prefix = `conformance-${randomUUID()}`;
  const place = { bucket: Bucket, prefix, endpoint, region, pathStyle: true, sse: 'AES256' as const };
  const blobs = await openS3Blobs({ ...place, credentials: server, ...options });
  const client = new S3({
    region,
    endpoint,
    forcePathStyle: true,
    credentials: server,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    blobs,
    put: async (url, headers, body) => {
      const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.from(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
      return answer.headers.get('etag') ?? '';
    },
    overwrite: async (key, bytes) => {
      await client.putObject({ Bucket, Key: `${prefix}/${key}`, Body: bytes });
    },
    leftovers: async () => {
      const objects = await client.listObjectsV2({ Bucket, Prefix: `${prefix}/` });
      const uploads = listsParts
        ? await client.listMultipartUploads({ Bucket, Prefix: `${prefix}/` })
        : undefined;
      return [...(objects.Contents ?? []), ...(uploads?.Uploads ?? [])].map(({ Key = '' }) => Key);
    },
    elapse: (seconds) => sleep(seconds * 1000),
    close: async () => {
      client.destroy();
      await server.stop();
    },
  };
};
