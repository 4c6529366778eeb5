import { createHash, randomUUID } from 'node:crypto';
import type { Content } from '../../domain/artifact.ts';
import { Refusal, type RefusalCode } from '../../domain/errors.ts';
import { partLength, planParts } from '../../domain/parts.ts';
import type { BlobReader, Blobs, ByteRange, Inbox, Verified, VerifyFault } from '../../domain/ports/blobs.ts';

interface Stored {
  bytes: Uint8Array;
  seal: string;
  writtenAt: string;
}

interface Grant {
  sizeBytes: number;
  expires: number;
  headers: Record<string, string>;
  sha256: string | undefined;
  put(bytes: Uint8Array): void;
}

interface Upload {
  stagedKey: string;
  begunAt: string;
  parts: Map<number, Uint8Array>;
}

/** Memory as a storage, with doors for tests. */
export interface MemoryBlobs extends Blobs, Inbox {
  /** Changes stored bytes behind the storage's back. */
  overwrite(key: string, bytes: Uint8Array): void;
  /** Everything that is held, uploads in parts too. */
  holds(): string[];
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const etagOf = (bytes: Uint8Array): string => `"${sha256Of(bytes)}"`;
const address = 'http://memory.invalid';

const createReader = (bytes: Uint8Array, { start, end }: ByteRange): BlobReader => {
  let position = start;
  let closed = false;
  return {
    next: async (maxBytes) => {
      if (closed) throw new Error('the reader is closed');
      const piece = bytes.subarray(position, Math.min(position + maxBytes, end + 1));
      position += piece.length;
      return piece.length === 0 ? undefined : piece;
    },
    close: async () => {
      closed = true;
    },
  };
};

const gather = async (body: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > sizeBytes) break;
    chunks.push(Uint8Array.from(chunk));
  }
  if (length !== sizeBytes) throw new Refusal('upload-size-differs', `${sizeBytes} bytes were declared.`);
  return Buffer.concat(chunks);
};

const check = (good: boolean, code: RefusalCode, detail: string) => {
  if (!good) throw new Refusal(code, detail);
};

/** A storage that forgets everything when the process ends; for tests and for the conformance suite. */
export const createMemoryBlobs = ({ now = Date.now }: { now?: () => number } = {}): MemoryBlobs => {
  const objects = new Map<string, Stored>();
  const grants = new Map<string, Grant>();
  const uploads = new Map<string, Upload>();
  const instant = () => new Date(now()).toISOString();
  const write = (key: string, bytes: Uint8Array) =>
    void objects.set(key, { bytes, seal: randomUUID(), writtenAt: instant() });

  const grant = (key: string, ttlSeconds: number, rest: Omit<Grant, 'expires'>): string => {
    const path = `/${key}?ticket=${randomUUID()}`;
    grants.set(path, { ...rest, expires: now() + ttlSeconds * 1000 });
    return `${address}${path}`;
  };

  const proof = (key: string, content: Content): Verified | VerifyFault => {
    const stored = objects.get(key);
    if (stored === undefined) return 'missing';
    if (stored.bytes.length !== content.sizeBytes) return 'size-differs';
    if (sha256Of(stored.bytes) !== content.sha256) return 'hash-differs';
    return { mark: stored.seal, uploadedAt: stored.writtenAt };
  };

  const verify = (content: Content): Verified | VerifyFault => {
    const kept = proof(content.keptKey, content);
    return typeof kept === 'string' ? proof(content.stagedKey, content) : kept;
  };

  const partUrls = (content: Content, ttlSeconds: number, uploadId: string): string[] => {
    const plan = planParts(content.sizeBytes);
    return Array.from({ length: plan.count }, (_, index) =>
      grant(content.stagedKey, ttlSeconds, {
        sizeBytes: partLength(content.sizeBytes, plan, index + 1),
        headers: {},
        sha256: undefined,
        put: (bytes) => void uploads.get(uploadId)?.parts.set(index + 1, bytes),
      }),
    );
  };

  return {
    name: 'memory',
    overwrite: write,
    holds: () => [...objects.keys(), ...uploads.keys()],

    presign: async (content, ttlSeconds) => {
      const headers = {
        'content-type': content.contentType,
        'x-amz-checksum-sha256': Buffer.from(content.sha256, 'hex').toString('base64'),
        'x-amz-server-side-encryption': 'AES256',
      };
      const put = (bytes: Uint8Array) => write(content.stagedKey, bytes);
      const { sizeBytes, sha256 } = content;
      return { url: grant(content.stagedKey, ttlSeconds, { sizeBytes, headers, sha256, put }), headers };
    },
    presignParts: async (content, ttlSeconds, wanted) => {
      const known = wanted === undefined ? undefined : uploads.get(wanted);
      const uploadId = wanted !== undefined && known?.stagedKey === content.stagedKey ? wanted : randomUUID();
      const upload = uploads.get(uploadId) ?? {
        stagedKey: content.stagedKey,
        begunAt: instant(),
        parts: new Map<number, Uint8Array>(),
      };
      uploads.set(uploadId, upload);
      const { partSizeBytes } = planParts(content.sizeBytes);
      const uploaded = [...upload.parts].map(([number, bytes]) => ({ number, etag: etagOf(bytes) }));
      return { uploadId, partSizeBytes, urls: partUrls(content, ttlSeconds, uploadId), uploaded };
    },
    completeParts: async (content, uploadId, etags) => {
      const upload = uploads.get(uploadId);
      if (upload === undefined && objects.has(content.stagedKey)) return;
      const parts = [...(upload?.parts ?? [])].sort(([a], [b]) => a - b);
      const whole = Buffer.concat(parts.map(([, bytes]) => bytes));
      const named = JSON.stringify(parts.map(([, bytes]) => etagOf(bytes))) === JSON.stringify(etags);
      check(
        named && sha256Of(whole) === content.sha256,
        'uploads-incomplete',
        'Parts are missing or others.',
      );
      write(content.stagedKey, whole);
      uploads.delete(uploadId);
    },

    findUploaded: async (content) => {
      const stored = objects.get(content.stagedKey) ?? objects.get(content.keptKey);
      return stored?.bytes.length === content.sizeBytes ? stored.writtenAt : undefined;
    },
    verify: async (content) => verify(content),
    keep: async (content, { mark }) => {
      const staged = objects.get(content.stagedKey);
      if (typeof proof(content.keptKey, content) === 'string') {
        if (staged?.seal !== mark && typeof verify(content) === 'string')
          throw new Refusal('uploads-incomplete', 'The upload changed while it was published.');
        if (staged !== undefined) objects.set(content.keptKey, staged);
      }
      objects.delete(content.stagedKey);
      return { store: 'memory', seal: objects.get(content.keptKey)?.seal ?? mark };
    },
    open: async (content, kept, range) => {
      const stored = objects.get(content.keptKey);
      if (
        stored === undefined ||
        (stored.seal !== kept.seal && typeof proof(content.keptKey, content) === 'string')
      )
        throw new Refusal('artifact-damaged', 'The stored bytes are not the published ones.');
      return createReader(stored.bytes, range);
    },
    scrub: async (content) => typeof proof(content.keptKey, content) !== 'string',

    remove: async (key) => void objects.delete(key),
    list: async function* (prefix) {
      for (const [key, { writtenAt }] of objects) if (key.startsWith(prefix)) yield { key, writtenAt };
    },
    sweep: async (before) => {
      const stale = [...uploads].filter(([, { begunAt }]) => begunAt < before);
      for (const [id] of stale) uploads.delete(id);
      return stale.length;
    },
    ping: async () => {},
    close: async () => {},

    admit: (path, headers) => {
      const granted = grants.get(path);
      if (granted === undefined) throw new Refusal('upload-url-invalid', 'This upload address is not known.');
      check(now() < granted.expires, 'upload-url-expired', 'This upload address has expired.');
      for (const [name, value] of Object.entries(granted.headers))
        check(headers[name] === value, 'upload-headers-differ', `The header ${name} differs.`);
      const length = headers['content-length'] ?? String(granted.sizeBytes);
      check(
        length === String(granted.sizeBytes),
        'upload-size-differs',
        `${granted.sizeBytes} bytes were declared.`,
      );
      return {
        sizeBytes: granted.sizeBytes,
        receive: async (body) => {
          const bytes = await gather(body, granted.sizeBytes);
          const good = granted.sha256 === undefined || granted.sha256 === sha256Of(bytes);
          check(good, 'upload-hash-differs', 'The body has another SHA-256 than was declared.');
          granted.put(bytes);
          return { etag: etagOf(bytes) };
        },
      };
    },
  };
};
