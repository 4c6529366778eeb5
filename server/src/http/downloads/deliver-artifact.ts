import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '@slipway/api';
import type { Download } from '../../domain/delivery/download.ts';
import { isMain } from '../../domain/model/artifact.ts';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';
import { requireAllowance } from '../../domain/usage/allowance.ts';
import type { ArtifactTransfer } from '../response/artifact-sender.ts';
import { matchesIfNoneMatch, matchesIfRange } from '../response/conditions.ts';
import { HttpRefusal } from '../response/problems.ts';
import { corsExposedHeaders, corsHeaders } from '../response/public-headers.ts';
import type { Call, RouteContext } from '../routing/route.ts';
import type { Needs } from '../services.ts';
import { frameByteRanges } from './byteranges.ts';
import { createFramedReader } from './framed-reader.ts';
import { parseRanges, type RequestedRanges } from './parse-ranges.ts';

/** Documented responses of every download route. */
export const deliveryResponses = {
  200: 'The file.',
  206: 'The requested range, or several as `multipart/byteranges`.',
  302: 'A signed storage URL, valid for 15 minutes (`delivery: redirect`).',
  304: 'Not modified.',
};

/** Documented problems of every download route. */
export const deliveryProblems = [
  'allowance-exhausted',
  'not-found',
  'artifact-pruned',
  'range-not-satisfiable',
  'artifact-damaged',
  'storage-unavailable',
] as const satisfies readonly ProblemCode[];

/* Delivers an artifact's bytes for every download route: conditions, ranges, counting. */

export type DeliveryNeeds = Needs<'usageMeter' | 'metrics' | 'artifactSender' | 'hashNetworkPrefix'>;
type DeliveryCall = Pick<Call, 'request' | 'reply'> & RouteContext['site'] & { needs: DeliveryNeeds };

export interface DeliveryOptions {
  /** Whether the address always means the same bytes. */
  isImmutable: boolean;
  /** Whether redirects to the storage are forbidden. */
  noRedirect?: boolean;
}

const immutableCache = 'public, max-age=31536000, immutable';
const privateCache = 'private, no-cache, no-transform';

const typeOf = ({ artifact }: Download): string => artifact.contentType ?? 'application/octet-stream';
const etagOf = ({ artifact }: Download): string => `"${artifact.sha256}"`;

/** `sandbox` keeps an HTML artifact from running as a page of the app's host. */
const headersOf = (download: Download, cacheControl: string): Record<string, string | number> => ({
  ...corsHeaders,
  'access-control-expose-headers': corsExposedHeaders,
  'content-type': typeOf(download),
  'content-disposition': `attachment; filename="${download.fileName}"`,
  etag: etagOf(download),
  'accept-ranges': 'bytes',
  'cache-control': cacheControl,
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});

const unsatisfiable = (sizeBytes: number): HttpRefusal =>
  new HttpRefusal('range-not-satisfiable', `The range is outside the file, which has ${sizeBytes} bytes.`, {
    'content-range': `bytes */${sizeBytes}`,
  });

/** A planned response. */
interface Delivery {
  status: 200 | 206;
  headers: Record<string, string | number>;
  /** The range of the file it sends; undefined for several ranges. */
  range?: ByteRange;
  open(isWanted: () => boolean): Promise<ArtifactTransfer['reader']>;
}

const deliverWhole = (download: Download): Delivery => {
  const { sizeBytes } = download.artifact;
  const whole = { start: 0, end: sizeBytes - 1 };
  return {
    status: 200,
    headers: { 'content-length': sizeBytes },
    range: whole,
    open: () => download.open([whole]),
  };
};

const deliverRange = (download: Download, range: ByteRange): Delivery => ({
  status: 206,
  headers: {
    'content-length': range.end - range.start + 1,
    'content-range': `bytes ${range.start}-${range.end}/${download.artifact.sizeBytes}`,
  },
  range,
  open: () => download.open([range]),
});

/** Undefined if reading the ranges would cost more than the limit. */
const deliverRanges = (download: Download, ranges: readonly ByteRange[]): Delivery | undefined => {
  if (!download.canRead(ranges)) return undefined;
  const { sizeBytes } = download.artifact;
  const framing = frameByteRanges(ranges, { contentType: typeOf(download), sizeBytes });
  return {
    status: 206,
    headers: { 'content-type': framing.contentType, 'content-length': framing.lengthBytes },
    open: async (isWanted) => createFramedReader(await download.open(ranges), { ranges, framing, isWanted }),
  };
};

const requestedRangesOf = ({ headers, method }: IncomingMessage, download: Download): RequestedRanges => {
  const isRanged =
    method === 'GET' && matchesIfRange(headers['if-range'] as string | undefined, etagOf(download));
  return isRanged ? parseRanges(headers.range, download.artifact.sizeBytes) : 'whole';
};

/** Metrics show whether differential updates work, and if not, why. */
const recordMultiRange = (
  { request, needs }: DeliveryCall,
  requested: RequestedRanges,
  isInParts: boolean,
): void => {
  if (request.method !== 'GET' || request.headers.range?.includes(',') !== true) return;
  needs.metrics.severalRanges(isInParts ? 'parts' : 'whole');
  if (isInParts) return;
  const reason = requested === 'whole' ? 'too many, overlapping, not ascending or invalid' : 'too far apart';
  request.log.debug({ reason }, 'sending the whole file for several ranges');
};

const planDelivery = (call: DeliveryCall, download: Download): Delivery => {
  const requested = requestedRangesOf(call.request.raw, download);
  if (requested === 'unsatisfiable') throw unsatisfiable(download.artifact.sizeBytes);
  if (requested !== 'whole' && requested.length === 1)
    return deliverRange(download, requested[0] as ByteRange);
  const several = requested === 'whole' ? undefined : deliverRanges(download, requested);
  recordMultiRange(call, requested, several !== undefined);
  return several ?? deliverWhole(download);
};

const fileOf = ({ request, needs }: DeliveryCall, { app, release, artifact }: Download) => ({
  app: app.slug,
  releaseId: release.id,
  target: artifact.target,
  sizeBytes: artifact.sizeBytes,
  network: needs.hashNetworkPrefix(request.raw, release.id),
});

const send = async (
  call: DeliveryCall,
  download: Download,
  { cacheControl, ...delivery }: Delivery & { cacheControl: string },
): Promise<void> => {
  const response = call.reply.raw;
  // The client may have disconnected meanwhile.
  if (response.destroyed) return;
  const isWanted = (): boolean => !response.destroyed;
  const reader = call.request.method === 'HEAD' ? undefined : await delivery.open(isWanted);
  call.reply.hijack();
  response.writeHead(delivery.status, { ...headersOf(download, cacheControl), ...delivery.headers });
  if (reader === undefined) {
    response.end();
    return;
  }
  const { usageMeter } = call.needs;
  const file = fileOf(call, download);
  const { start, end } = (isMain(download.artifact) && delivery.range) || { start: 0, end: -1 };
  const isCounted = end >= start;
  let [written, isComplete] = [0, false];
  const onWritten = (bytes: number): void => {
    written += bytes;
    usageMeter.countBytes(file, bytes);
    call.needs.metrics.delivered(bytes);
  };
  const onComplete = (): void => {
    isComplete = true;
    if (isCounted) usageMeter.countPiece(file, { start, end, isComplete });
  };
  try {
    await call.needs.artifactSender.send({ response, reader, onWritten, onComplete });
  } finally {
    // The client may fetch the rest later; together the pieces count as one download.
    if (isCounted && !isComplete)
      usageMeter.countPiece(file, { start, end: start + written - 1, isComplete });
  }
};

/** The storage doesn't know our ETag, so it would answer these conditions differently. */
const unsupportedConditions = ['if-range', 'if-match', 'if-modified-since', 'if-unmodified-since'] as const;

/** Whether the storage would send the same response. */
const canRedirect = ({ method, headers }: IncomingMessage, { status, range }: Delivery): boolean =>
  method === 'GET' &&
  range !== undefined &&
  (status === 206) === (headers.range !== undefined) &&
  headers.range?.includes(',') !== true &&
  unsupportedConditions.every((name) => headers[name] === undefined);

/** Redirects to the storage and counts the download; false if the storage has no URL for it. */
const redirect = async (call: DeliveryCall, download: Download, range: ByteRange): Promise<boolean> => {
  const location = await download.address();
  if (location === undefined) return false;
  const response = call.reply.raw;
  if (response.destroyed) return true;
  call.reply.hijack();
  response
    .writeHead(302, {
      ...corsHeaders,
      location,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-length': 0,
    })
    .end();
  call.needs.usageMeter.countRedirect(fileOf(call, download), range, {
    isMain: isMain(download.artifact),
    isLimited: call.site.app.allowanceBytes !== undefined,
  });
  call.needs.metrics.redirected();
  return true;
};

/** Responds with 200, 206, 302, 304, 402 or 416. */
export const deliverArtifact = async (
  call: DeliveryCall,
  download: Download,
  requested: DeliveryOptions,
): Promise<void> => {
  const { request, reply, needs, site } = call;
  const way = site.app.delivery;
  const cacheControl = way === 'cached' && requested.isImmutable ? immutableCache : privateCache;
  if (matchesIfNoneMatch(request.headers['if-none-match'], etagOf(download))) {
    reply.hijack();
    reply.raw.writeHead(304, headersOf(download, cacheControl)).end();
    return;
  }
  const delivery = planDelivery(call, download);
  await requireAllowance(needs.usageMeter, site);
  const { range } = delivery;
  const leaves = way === 'redirect' && requested.noRedirect !== true && canRedirect(request.raw, delivery);
  if (leaves && range !== undefined && (await redirect(call, download, range))) return;
  await send(call, download, { ...delivery, cacheControl });
};
