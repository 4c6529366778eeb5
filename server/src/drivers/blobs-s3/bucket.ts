import type { S3, ServerSideEncryption } from '@aws-sdk/client-s3';
import { bounds } from '../../domain/model/bounds.ts';
import { isMissingOrReplaced } from './faults.ts';

export type Sse = 'AES256' | 'aws:kms' | 'none';

export interface BucketOptions {
  bucket: string;
  /** Put before every key; empty, or with a slash at its end. */
  prefix: string;
  endpoint?: string | undefined;
  region: string;
  pathStyle: boolean;
  sse: Sse;
  /** Where undefined, the SDK looks where it always does: variables, files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  requestTimeoutMs: number;
}

/** What a HEAD says. */
export interface ObjectHead {
  etag: string;
  sizeBytes: number;
  modifiedAt: Date;
  /** The SHA-256 that the store knows of the whole object, base64. */
  sha256: string | undefined;
}

type CallOptions = { abortSignal: AbortSignal };

/** Copies and joins of large objects answer only when they are done. */
const slowCallFactor = bounds.storageCopySeconds / bounds.storageCallSeconds;

/** One bucket and the ways to ask it. The SDK is loaded here and nowhere else, when S3 is configured. */
export const openBucket = async (options: BucketOptions) => {
  const { bucket, prefix, endpoint, region, pathStyle, credentials, requestTimeoutMs } = options;
  const [{ S3: Client, ...sdk }, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  // A download holds its socket for as long as its client takes: the usual 50 would be a limit on downloads. How many
  // of them there may be is counted where they are opened.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Checksums of the SDK's own would be sent in a form that many stores do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: Math.min(bounds.storageConnectSeconds * 1000, requestTimeoutMs),
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });

  /** Runs a call under a time limit that ends when the answer begins; its body may take longer. */
  const call = async <T>(
    run: (client: S3, options: CallOptions) => Promise<T>,
    limitMs = requestTimeoutMs,
  ) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    try {
      return await run(client, { abortSignal: controller.signal });
    } finally {
      clearTimeout(timer);
    }
  };

  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  return {
    sdk,
    client,
    presigner,
    call,
    callSlowly: <T>(run: (client: S3, options: CallOptions) => Promise<T>) =>
      call(run, slowCallFactor * requestTimeoutMs),
    /** The place of one of our keys. */
    at,
    bucket,
    prefix,
    requestTimeoutMs,
    /** What every write says about encryption. */
    encryption: (options.sse === 'none' ? {} : { ServerSideEncryption: options.sse }) as {
      ServerSideEncryption?: ServerSideEncryption;
    },
    /** Undefined when there is no such object. */
    findHead: async (key: string): Promise<ObjectHead | undefined> => {
      try {
        const head = await call((s3, limits) =>
          s3.headObject({ ...at(key), ChecksumMode: 'ENABLED' }, limits),
        );
        return {
          etag: head.ETag ?? '',
          sizeBytes: head.ContentLength ?? 0,
          modifiedAt: head.LastModified ?? new Date(0),
          sha256: head.ChecksumType === 'COMPOSITE' ? undefined : head.ChecksumSHA256,
        };
      } catch (error) {
        if (isMissingOrReplaced(error)) return undefined;
        throw error;
      }
    },
    remove: async (key: string): Promise<void> => {
      await call((s3, limits) => s3.deleteObject(at(key), limits));
    },
  };
};

export type Bucket = Awaited<ReturnType<typeof openBucket>>;
