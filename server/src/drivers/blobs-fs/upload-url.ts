import { type Digests, digestsOf } from '../../domain/model/artifact-facts.ts';

/** The permission in a signed URL: one object, or one part of a multipart upload. */
export interface Grant {
  key: string;
  sizeBytes: number;
  /** Unix seconds; checked when the request starts, so a slow upload may end later. */
  expires: number;
  /** The expected whole object; the hash of a part is not known in advance. */
  whole: { contentType: string; sha256: string; digests: Digests } | undefined;
  part: { uploadId: string; number: number } | undefined;
}

/** The app that an address is for, signed separately so that older versions still accept the address. */
export interface AppClaim {
  name: string;
  signature: Buffer;
}

export const renderUploadUrl = (
  address: string,
  grant: Grant,
  { signature, app }: { signature: Buffer; app: AppClaim | undefined },
): string => {
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
  if (app !== undefined) {
    query.set('app', app.name);
    query.set('appSignature', app.signature.toString('base64url'));
  }
  query.set('signature', signature.toString('base64url'));
  return `${address.replace(/\/+$/, '')}/${grant.key}?${query}`;
};

const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1;

/** The grant that a request's path and query claim, and the signature to verify it with. */
export const parseUploadUrl = (
  path: string,
  basePath: string,
): { grant: Grant; signature: Buffer; app: AppClaim | undefined } => {
  const [pathname = '', query = ''] = path.split('?', 2);
  const key = (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname).replace(/^\//, '');
  const fields = new URLSearchParams(query);
  const [type, sha256, uploadId] = [fields.get('type'), fields.get('sha256'), fields.get('upload')];
  const digests = digestsOf(Object.fromEntries(fields));
  const signatureIn = (name: string): Buffer => Buffer.from(fields.get(name) ?? '', 'base64url');
  const app = fields.get('app');
  return {
    grant: {
      key,
      sizeBytes: wholeNumber(fields.get('size')),
      expires: wholeNumber(fields.get('expires')),
      whole: type === null || sha256 === null ? undefined : { contentType: type, sha256, digests },
      part: uploadId === null ? undefined : { uploadId, number: wholeNumber(fields.get('part')) },
    },
    signature: signatureIn('signature'),
    app: app === null ? undefined : { name: app, signature: signatureIn('appSignature') },
  };
};
