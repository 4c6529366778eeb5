import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Content } from '../../domain/nouns/artifact.ts';
import { Refusal } from '../../domain/nouns/errors.ts';
import { type Digests, digestsOf } from '../../domain/nouns/facts.ts';
import { partLength, planParts } from '../../domain/nouns/parts.ts';
import type { UploadTicket } from '../../domain/ports/blobs.ts';
import { isStagedKey } from './paths.ts';

/*
 * An upload URL carries its whole permission: what may be put where, until when, and a signature over all of it.
 * Nothing is remembered, so that every worker and every restart judges it alike; only the secret is shared.
 */

/** What a signed URL allows: one object, or one part of an upload in parts. */
export interface Grant {
  key: string;
  sizeBytes: number;
  /** Unix seconds; judged when the request starts, so that a slow upload may end after it. */
  expires: number;
  /** What the whole object must be; of a part nobody knows the hash beforehand. */
  whole: { contentType: string; sha256: string; digests: Digests } | undefined;
  part: { uploadId: string; number: number } | undefined;
}

type Headers = Record<string, string | undefined>;

const encryption = 'AES256';

/** Everything that the PUT must send, as with S3; the length comes from the body itself. */
export const headersOf = (content: Pick<Content, 'contentType' | 'sha256'>): Record<string, string> => ({
  'content-type': content.contentType,
  'x-amz-checksum-sha256': Buffer.from(content.sha256, 'hex').toString('base64'),
  'x-amz-server-side-encryption': encryption,
});

/** Nothing where none is declared, so that addresses from before there were digests stay good. */
const textsOf = ({ sha512, sha1 }: Digests): (string | null)[] =>
  sha512 === undefined && sha1 === undefined ? [] : [sha512 ?? null, sha1 ?? null];

// JSON keeps the fields apart whatever they hold, so that no two grants have the same text.
const sign = (secret: string, { key, sizeBytes, expires, whole, part }: Grant): Buffer =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'slipway-upload-1',
        'PUT',
        key,
        sizeBytes,
        expires,
        whole && [whole.contentType, whole.sha256, encryption, ...textsOf(whole.digests)],
        part && [part.uploadId, part.number],
      ]),
    )
    .digest();

const renderUrl = (address: string, grant: Grant, signature: Buffer): string => {
  const query = new URLSearchParams({ size: String(grant.sizeBytes), expires: String(grant.expires) });
  if (grant.whole !== undefined) {
    query.set('type', grant.whole.contentType);
    query.set('sha256', grant.whole.sha256);
    for (const [name, value] of Object.entries(grant.whole.digests)) query.set(name, value);
  }
  if (grant.part !== undefined) {
    query.set('upload', grant.part.uploadId);
    query.set('part', String(grant.part.number));
  }
  query.set('signature', signature.toString('base64url'));
  return `${address.replace(/\/+$/, '')}/${grant.key}?${query}`;
};

const invalid = () => new Refusal('upload-url-invalid', 'This upload address was not made by this service.');

const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1;

/** What a request's path with query claims to be granted, and the signature that should prove it. */
const parseClaim = (path: string, basePath: string): { grant: Grant; signature: Buffer } => {
  const [pathname = '', query = ''] = path.split('?', 2);
  const key = (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname).replace(/^\//, '');
  const fields = new URLSearchParams(query);
  const [type, sha256, uploadId] = [fields.get('type'), fields.get('sha256'), fields.get('upload')];
  const digests = digestsOf(Object.fromEntries(fields));
  return {
    grant: {
      key,
      sizeBytes: wholeNumber(fields.get('size')),
      expires: wholeNumber(fields.get('expires')),
      whole: type === null || sha256 === null ? undefined : { contentType: type, sha256, digests },
      part: uploadId === null ? undefined : { uploadId, number: wholeNumber(fields.get('part')) },
    },
    signature: Buffer.from(fields.get('signature') ?? '', 'base64url'),
  };
};

const checkHeaders = (grant: Grant, headers: Headers): void => {
  const wanted = grant.whole === undefined ? {} : headersOf(grant.whole);
  const differing = Object.keys(wanted).filter((name) => headers[name]?.trim() !== wanted[name]);
  if (differing.length > 0)
    throw new Refusal(
      'upload-headers-differ',
      `Send these headers exactly as the presign answer gave them: ${differing.join(', ')}.`,
    );
};

const checkLength = (grant: Grant, headers: Headers): void => {
  const length = headers['content-length'];
  if (length !== undefined && length.trim() !== String(grant.sizeBytes))
    throw new Refusal(
      'upload-size-differs',
      `The body is declared as ${grant.sizeBytes} bytes long, content-length says ${length.slice(0, 20)}.`,
    );
};

export interface TicketOptions {
  /** Where uploads are sent. */
  address: () => string;
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Makes upload addresses and judges the requests that come to them. */
export const createTickets = ({ address, secret, now }: TicketOptions) => {
  const render = (grant: Grant) => renderUrl(address(), grant, sign(secret, grant));
  const expiry = (ttlSeconds: number) => Math.ceil(now() / 1000) + ttlSeconds;

  const basePath = () => new URL(address()).pathname.replace(/\/+$/, '');

  return {
    /** Whether a path has the shape of what is made here. */
    isAddress: (path: string): boolean => isStagedKey(parseClaim(path, basePath()).grant.key),
    /** The ticket for one whole object. */
    whole: (content: Content, ttlSeconds: number): UploadTicket => {
      const { stagedKey: key, sizeBytes, contentType, sha256, digests } = content;
      const whole = { contentType, sha256, digests };
      return {
        url: render({ key, sizeBytes, expires: expiry(ttlSeconds), whole, part: undefined }),
        headers: headersOf(content),
      };
    },
    /** One address for each part, in order. */
    parts: ({ stagedKey: key, sizeBytes }: Content, ttlSeconds: number, uploadId: string): string[] => {
      const plan = planParts(sizeBytes);
      const expires = expiry(ttlSeconds);
      return Array.from({ length: plan.count }, (_, index) => {
        const part = { uploadId, number: index + 1 };
        return render({
          key,
          sizeBytes: partLength(sizeBytes, plan, index + 1),
          expires,
          whole: undefined,
          part,
        });
      });
    },
    /** The grant of a request, once its signature, expiry, headers and length have been checked in this order. */
    check: (path: string, headers: Headers): Grant => {
      const { grant, signature } = parseClaim(path, basePath());
      const wanted = sign(secret, grant);
      if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) throw invalid();
      // Whoever got hold of the secret (a copied database holds it) must still not reach what is served.
      if (!isStagedKey(grant.key)) throw invalid();
      if (now() / 1000 >= grant.expires)
        throw new Refusal(
          'upload-url-expired',
          'This upload address has expired; declare the artifact again.',
        );
      checkHeaders(grant, headers);
      checkLength(grant, headers);
      return grant;
    },
  };
};
