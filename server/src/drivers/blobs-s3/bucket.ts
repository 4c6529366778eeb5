import type { S3, ServerSideEncryption } from '@aws-sdk/client-s3';
import { bounds } from '../../domain/model/bounds.ts';
import { isMissingOrReplaced } from './errors.ts';

export type Sse = 'AES256' | 'aws:kms' | 'none';

export interface BucketOptions {
  bucket: string;
  /** Prepended to every key; empty, or ending with a slash. */
  prefix: string;
  endpoint?: string | undefined;
  region: string;
  pathStyle: boolean;
  sse: Sse;
  /** If undefined, the SDK uses its default chain: variables, files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  requestTimeoutMs: number;
}

export interface ObjectHead {
  etag: string;
  sizeBytes: number;
  modifiedAt: Date;
  /** The SHA-256 that the store reports for the whole object, base64. */
  sha256: string | undefined;
}

type CallOptions = { abortSignal: AbortSignal };

/** Copies and joins of large objects respond only when they are done. */
const slowCallFactor = bounds.storageCopySeconds / bounds.storageCallSeconds;

/** The client for one bucket. The SDK is imported only here, when S3 is configured. */
export const openBucket = async (options: BucketOptions) => {
  const { bucket, prefix, endpoint, region, pathStyle, credentials, requestTimeoutMs } = options;
  const [{ S3: Client, ...sdk }, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  // A download holds its socket for as long as its client takes, so the default of 50 sockets would limit downloads.
  // The reader limit bounds them instead.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Many stores do not support the SDK's own checksum format.
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

  /** Runs a call with a timeout that ends when the response starts; the body may take longer. */
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
    at,
    bucket,
    prefix,
    requestTimeoutMs,
    /** The encryption parameters of every write. */
    encryption: (options.sse === 'none' ? {} : { ServerSideEncryption: options.sse }) as {
      ServerSideEncryption?: ServerSideEncryption;
    },
    /** Undefined when the object does not exist. */
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
