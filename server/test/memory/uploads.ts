import { randomUUID } from 'node:crypto';
import type { BlobContent } from '../../src/domain/model/artifact.ts';
import type { Digests } from '../../src/domain/model/artifact-facts.ts';
import { Refusal, type RefusalCode } from '../../src/domain/model/errors.ts';
import {
  createHasher,
  type ExtraHashes,
  findHashMismatch,
  type Hashes,
  type HashResult,
} from '../../src/domain/model/hashes.ts';
import { partLength, planParts } from '../../src/domain/model/upload-parts.ts';
import type { Blobs } from '../../src/domain/ports/blobs.ts';
import type { AcceptedUpload, UploadInbox } from '../../src/domain/ports/uploads.ts';

interface Grant {
  sizeBytes: number;
  expires: number;
  headers: Record<string, string>;
  declared: Hashes | undefined;
  put(bytes: Uint8Array): void;
}

interface Upload {
  stagedKey: string;
  begunAt: string;
  parts: Map<number, Uint8Array>;
}

type Uploads = Pick<Blobs, 'presign' | 'presignParts' | 'completeParts' | 'abandonParts' | 'sweep'> &
  UploadInbox;

const address = 'http://memory.invalid';

/** The SHA-256 of some bytes, and the other requested hashes. */
export const hashAll = (bytes: Uint8Array, requested: Digests = {}, watch?: ExtraHashes): HashResult => {
  const hashing = createHasher(requested, watch);
  hashing.update(bytes);
  return hashing.digest();
};
const etagOf = (bytes: Uint8Array): string => `"${hashAll(bytes).hashes.sha256}"`;

const check = (good: boolean, code: RefusalCode, detail: string): void => {
  if (!good) throw new Refusal(code, detail);
};

const readBody = async (body: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > sizeBytes) break;
    chunks.push(Uint8Array.from(chunk));
  }
  check(length === sizeBytes, 'upload-size-differs', `${sizeBytes} bytes were declared.`);
  return Buffer.concat(chunks);
};

const createReceive =
  ({ sizeBytes, declared, put }: Grant): AcceptedUpload['receive'] =>
  async (body) => {
    const bytes = await readBody(body, sizeBytes);
    const isRight =
      declared === undefined || findHashMismatch(declared, hashAll(bytes, declared).hashes) === undefined;
    check(isRight, 'upload-hash-differs', 'The body has another hash than was declared.');
    put(bytes);
    return { etag: etagOf(bytes) };
  };

const headersOf = ({ contentType, sha256 }: BlobContent): Record<string, string> => ({
  'content-type': contentType,
  'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
  'x-amz-server-side-encryption': 'AES256',
});

const createGrants = (now: () => number) => {
  const grants = new Map<string, Grant>();
  return {
    add: (key: string, ttlSeconds: number, grant: Omit<Grant, 'expires'>): string => {
      const path = `/${key}?ticket=${randomUUID()}`;
      grants.set(path, { ...grant, expires: now() + ttlSeconds * 1000 });
      return `${address}${path}`;
    },
    admit: (path: string, headers: Record<string, string | undefined>): AcceptedUpload => {
      const grant = grants.get(path);
      if (grant === undefined) throw new Refusal('upload-url-invalid', 'This upload address is not known.');
      const { sizeBytes, expires, headers: requested } = grant;
      check(now() < expires, 'upload-url-expired', 'This upload address has expired.');
      for (const [name, value] of Object.entries(requested))
        check(headers[name] === value, 'upload-headers-differ', `The header ${name} differs.`);
      const length = headers['content-length'] ?? String(sizeBytes);
      check(length === String(sizeBytes), 'upload-size-differs', `${sizeBytes} bytes were declared.`);
      return { sizeBytes, app: undefined, address: path, receive: createReceive(grant) };
    },
  };
};

/** The uploads of the memory storage: URLs, parts and bodies. */
export const createMemoryUploads = (needs: {
  now: () => number;
  write: (key: string, bytes: Uint8Array) => void;
  has: (key: string) => boolean;
}): Uploads & { unfinished(): string[] } => {
  const { now, write, has } = needs;
  const grants = createGrants(now);
  const uploads = new Map<string, Upload>();

  const begin = ({ stagedKey }: BlobContent): string => {
    const id = randomUUID();
    uploads.set(id, { stagedKey, begunAt: new Date(now()).toISOString(), parts: new Map() });
    return id;
  };
  const partUrls = ({ stagedKey, sizeBytes }: BlobContent, ttlSeconds: number, upload: Upload): string[] => {
    const plan = planParts(sizeBytes);
    return Array.from({ length: plan.count }, (_, index) =>
      grants.add(stagedKey, ttlSeconds, {
        sizeBytes: partLength(sizeBytes, plan, index + 1),
        headers: {},
        declared: undefined,
        put: (bytes) => void upload.parts.set(index + 1, bytes),
      }),
    );
  };

  return {
    isUploadPath: () => true,
    admit: grants.admit,
    unfinished: () => [...uploads.keys()],
    presign: async (content, ttlSeconds) => {
      const { stagedKey, sizeBytes, sha256, digests } = content;
      const declared = { sha256, ...digests };
      const headers = headersOf(content);
      const put = (bytes: Uint8Array) => write(stagedKey, bytes);
      return { url: grants.add(stagedKey, ttlSeconds, { sizeBytes, headers, declared, put }), headers };
    },
    presignParts: async (content, ttlSeconds, requested = '') => {
      const uploadId = uploads.get(requested)?.stagedKey === content.stagedKey ? requested : begin(content);
      const upload = uploads.get(uploadId);
      if (upload === undefined) throw new Error('an upload that was begun is there');
      const { partSizeBytes } = planParts(content.sizeBytes);
      const uploaded = [...upload.parts].map(([number, bytes]) => ({ number, etag: etagOf(bytes) }));
      return { uploadId, partSizeBytes, urls: partUrls(content, ttlSeconds, upload), uploaded };
    },
    completeParts: async (content, uploadId, etags) => {
      const upload = uploads.get(uploadId);
      if (upload === undefined && has(content.stagedKey)) return;
      const parts = [...(upload?.parts ?? [])].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
      const isNamed = JSON.stringify(parts.map(etagOf)) === JSON.stringify(etags);
      const whole = Buffer.concat(parts);
      const declared = { sha256: content.sha256, ...content.digests };
      const isRight = isNamed && findHashMismatch(declared, hashAll(whole, declared).hashes) === undefined;
      check(isRight, 'uploads-incomplete', 'Parts are missing or others.');
      write(content.stagedKey, whole);
      uploads.delete(uploadId);
    },
    abandonParts: async ({ stagedKey }, uploadId) => {
      if (uploads.get(uploadId)?.stagedKey === stagedKey) uploads.delete(uploadId);
    },
    sweep: async (before, isInUse = async () => false) => {
      let swept = 0;
      for (const [id, { begunAt, stagedKey }] of uploads) {
        if (begunAt >= before || (await isInUse(stagedKey))) continue;
        uploads.delete(id);
        swept += 1;
      }
      return swept;
    },
  };
};
