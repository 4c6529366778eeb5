import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BlobContent } from '../../domain/model/artifact.ts';
import type { Digests } from '../../domain/model/artifact-facts.ts';
import { Refusal } from '../../domain/model/errors.ts';
import { partLength, planParts } from '../../domain/model/upload-parts.ts';
import type { UploadTicket } from '../../domain/ports/uploads.ts';
import { isStagedKey } from './paths.ts';
import { type AppClaim, type Grant, parseUploadUrl, renderUploadUrl } from './upload-url.ts';

/*
 * An upload URL is self-contained: it holds the object, key, expiry and a signature over all of them. The server keeps
 * no state except the secret, so every worker accepts it, also after a restart.
 */

type Headers = Record<string, string | undefined>;

const encryption = 'AES256';

/** All headers that the PUT must send, as with S3; the length comes from the body. */
export const uploadHeadersOf = (
  content: Pick<BlobContent, 'contentType' | 'sha256'>,
): Record<string, string> => ({
  'content-type': content.contentType,
  'x-amz-checksum-sha256': Buffer.from(content.sha256, 'hex').toString('base64'),
  'x-amz-server-side-encryption': encryption,
});

/** Empty without digests, so that addresses signed before digests existed stay valid. */
const textsOf = ({ sha512, sha1 }: Digests): (string | null)[] =>
  sha512 === undefined && sha1 === undefined ? [] : [sha512 ?? null, sha1 ?? null];

// JSON separates the fields unambiguously, so no two grants have the same text.
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

const signApp = (secret: string, { key, expires }: Pick<Grant, 'key' | 'expires'>, app: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['slipway-upload-app-1', key, expires, app]))
    .digest();

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const invalid = () => new Refusal('upload-url-invalid', 'This upload URL was not created by this server.');

const checkHeaders = (grant: Grant, headers: Headers): void => {
  const expected = grant.whole === undefined ? {} : uploadHeadersOf(grant.whole);
  const differing = Object.keys(expected).filter((name) => headers[name]?.trim() !== expected[name]);
  if (differing.length > 0)
    throw new Refusal(
      'upload-headers-differ',
      `Send these headers exactly as presign returned them: ${differing.join(', ')}.`,
    );
};

const checkLength = (grant: Grant, headers: Headers): void => {
  const length = headers['content-length'];
  if (length !== undefined && length.trim() !== String(grant.sizeBytes))
    throw new Refusal(
      'upload-size-differs',
      `${grant.sizeBytes} bytes were declared, but content-length is ${length.slice(0, 20)}.`,
    );
};

export interface UploadTicketOptions {
  address: () => string;
  secret: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Signs upload addresses and verifies requests to them. */
export const createUploadTickets = ({ address, secret, now }: UploadTicketOptions) => {
  const render = (grant: Grant, app: AppClaim | undefined) =>
    renderUploadUrl(address(), grant, { signature: sign(secret, grant), app });
  const claimApp = (app: string | undefined, grant: Pick<Grant, 'key' | 'expires'>): AppClaim | undefined =>
    app === undefined ? undefined : { name: app, signature: signApp(secret, grant, app) };
  const expiry = (ttlSeconds: number) => Math.ceil(now() / 1000) + ttlSeconds;

  const basePath = () => new URL(address()).pathname.replace(/\/+$/, '');

  return {
    isAddress: (path: string): boolean => isStagedKey(parseUploadUrl(path, basePath()).grant.key),
    /** The ticket for one whole object. */
    whole: (content: BlobContent, ttlSeconds: number): UploadTicket => {
      const { stagedKey: key, sizeBytes, contentType, sha256, digests, app } = content;
      const whole = { contentType, sha256, digests };
      const grant = { key, sizeBytes, expires: expiry(ttlSeconds), whole, part: undefined };
      return {
        url: render(grant, claimApp(app, grant)),
        headers: uploadHeadersOf(content),
      };
    },
    /** One address per part, in order. */
    parts: (
      { stagedKey: key, sizeBytes, app }: BlobContent,
      ttlSeconds: number,
      uploadId: string,
    ): string[] => {
      const plan = planParts(sizeBytes);
      const expires = expiry(ttlSeconds);
      const claim = claimApp(app, { key, expires });
      return Array.from({ length: plan.count }, (_, index) => {
        const part = { uploadId, number: index + 1 };
        const length = partLength(sizeBytes, plan, index + 1);
        return render({ key, sizeBytes: length, expires, whole: undefined, part }, claim);
      });
    },
    /** The grant of a request, after checking its signature, expiry, headers and length in this order. */
    check: (path: string, headers: Headers): Grant & { app: string | undefined } => {
      const { grant, signature, app } = parseUploadUrl(path, basePath());
      const expected = sign(secret, grant);
      if (!isSame(signature, expected)) throw invalid();
      // Even a leaked secret (a copied database contains it) must not grant access to served files.
      if (!isStagedKey(grant.key)) throw invalid();
      if (now() / 1000 >= grant.expires)
        throw new Refusal('upload-url-expired', 'This upload URL has expired. Declare the artifact again.');
      checkHeaders(grant, headers);
      checkLength(grant, headers);
      const isProven = app !== undefined && isSame(app.signature, signApp(secret, grant, app.name));
      if (app !== undefined && !isProven) throw invalid();
      return { ...grant, app: app?.name };
    },
  };
};
