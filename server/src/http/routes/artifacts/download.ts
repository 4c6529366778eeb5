import type { IncomingMessage } from 'node:http';
import type { Download } from '../../../domain/downloading.ts';
import type { ByteRange } from '../../../domain/ports/blobs.ts';
import { EdgeRefusal } from '../../answer/problems.ts';
import { crossOrigin, exposedHeaders } from '../../answer/public-headers.ts';
import { type AskedRange, ifRangeHolds, matchesAny, parseRange } from '../../request/range.ts';
import { type Call, siteRoute, written } from '../../route.ts';

/** Headers of every answer about an artifact. `sandbox` keeps an HTML artifact from running as the app's own page. */
const headersOf = ({ artifact, fileName }: Download): Record<string, string> => ({
  ...crossOrigin,
  'access-control-expose-headers': exposedHeaders,
  'content-type': artifact.contentType ?? 'application/octet-stream',
  'content-disposition': `attachment; filename="${fileName}"`,
  etag: `"${artifact.sha256}"`,
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache, no-transform',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

const askedOf = ({ headers, method }: IncomingMessage, { artifact }: Download): AskedRange => {
  const holds =
    method === 'GET' && ifRangeHolds(headers['if-range'] as string | undefined, `"${artifact.sha256}"`);
  return holds ? parseRange(headers.range, artifact.sizeBytes) : 'whole';
};

const unsatisfiable = (sizeBytes: number): EdgeRefusal =>
  new EdgeRefusal('range-not-satisfiable', `The file has ${sizeBytes} bytes; the range lies outside.`, {
    'content-range': `bytes */${sizeBytes}`,
  });

const deliver = async (
  call: Pick<Call, 'verbs' | 'metrics' | 'sender' | 'request' | 'reply'>,
  download: Download,
  range: ByteRange | undefined,
) => {
  const { artifact, app, release } = download;
  const { start, end } = range ?? { start: 0, end: artifact.sizeBytes - 1 };
  const counted = { app: app.slug, releaseId: release.id, target: artifact.target };
  const response = call.reply.raw;
  const headers: Record<string, string | number> = {
    ...headersOf(download),
    'content-length': end - start + 1,
  };
  if (range !== undefined) headers['content-range'] = `bytes ${start}-${end}/${artifact.sizeBytes}`;
  // Who left meanwhile has nothing opened.
  if (response.destroyed) return;
  const reader = call.request.method === 'HEAD' ? undefined : await download.open([{ start, end }]);
  call.reply.hijack();
  response.writeHead(range === undefined ? 200 : 206, headers);
  if (reader === undefined) {
    response.end();
    return;
  }
  const onWritten = (bytes: number): void => {
    call.verbs.metering.countBytes(counted, bytes);
    call.metrics.delivered(bytes);
  };
  const onComplete = (): void => {
    if (end === artifact.sizeBytes - 1) call.verbs.metering.countDownload(counted);
  };
  await call.sender.send({ response, reader, onWritten, onComplete });
};

/** Spec 4.6. */
export const downloadArtifact = siteRoute({
  summary: 'Download an artifact, whole or a range of it',
  description:
    'The address that update checks and public metadata give out. Interrupted downloads go on with `Range`; `ETag` is the SHA-256. Every byte is counted for the app’s usage, and downloads stop with 402 once the allowance is used up.',
  params: ['releaseId', 'target'],
  answers: { 200: 'The bytes.', 206: 'The range that was asked for.', 304: 'The client has it.' },
  problems: [
    'allowance-exhausted',
    'not-found',
    'artifact-pruned',
    'range-not-satisfiable',
    'artifact-damaged',
    'storage-unavailable',
  ],
  handle: async (call) => {
    const { verbs, site, params, request, reply } = call;
    const download = await verbs.downloading.find(site, params.releaseId, params.target);
    if (matchesAny(request.headers['if-none-match'], `"${download.artifact.sha256}"`)) {
      reply.hijack();
      reply.raw.writeHead(304, headersOf(download)).end();
      return written;
    }
    const asked = askedOf(request.raw, download);
    if (asked === 'unsatisfiable') throw unsatisfiable(download.artifact.sizeBytes);
    await verbs.downloading.demandAllowance(site);
    await deliver(call, download, asked === 'whole' ? undefined : asked);
    return written;
  },
});
