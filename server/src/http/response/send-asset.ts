import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset, ContentEncoding } from './asset.ts';
import { matchesIfNoneMatch } from './conditions.ts';
import type { SlowReaderLimit } from './slow-reader-limit.ts';

const encodings = ['br', 'gzip'] as const;

/** RFC 9110 §12.5.3, as far as browsers use it: a named encoding whose weight isn't zero. */
export const pickEncoding = (header: string | undefined): ContentEncoding => {
  const named = (header ?? '')
    .slice(0, 1024)
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .filter(([, weight = 'q=1']) => !/^q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  return encodings.find((encoding) => named.includes(encoding)) ?? 'identity';
};

/** Sends 304 if the client has the asset. */
export const sendAsset = (
  asset: Asset,
  { request, reply, unread }: { request: FastifyRequest; reply: FastifyReply; unread: SlowReaderLimit },
): void => {
  const encoding = pickEncoding(request.headers['accept-encoding']);
  const etag = `"${asset.digest}-${encoding}"`;
  reply.headers({ ...asset.headers, etag });
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
    reply.removeHeader('content-type');
    reply.code(304).send();
    return;
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const bytes = asset.bytes(encoding);
  reply.raw.once('prefinish', () => unread.watch(reply.raw, bytes, bytes.length));
  reply.code(200).send(bytes);
};
