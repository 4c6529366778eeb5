import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure, usageFailure } from '../../errors/failure.ts';
import { type GetResponse, getFile, RejectedDownload } from '../../net/get-file.ts';
import { withRetries } from '../../net/retry.ts';
import { networkCode, unreachableFailure } from '../../net/unreachable.ts';
import { formatSeconds } from '../../terminal/format.ts';
import { version } from '../../version.ts';
import type { FeedFile } from '../readers/feed.ts';
import { defaultFeedNames, feedFormatByExtension } from '../readers/feed-name.ts';
import {
  type BlockedUrl,
  blockedAlways,
  blockedUrlRemedy,
  createOriginPolicy,
  displayUrl,
  type OriginPolicy,
} from './allowed-origins.ts';
import { feedTooLargeFailure, maxFeedBytes } from './folder-source.ts';
import type { FeedText, FetchedFile, Source } from './source.ts';

/* A URL cannot be listed, so the usual feed names are requested. */

/** The server's default limit. */
const maxFileBytes = 5 * 1024 ** 3;
const attempts = 4;
const leastMs = 2 * 60_000;
const leastBytesPerSecond = 32 * 1024;

/** Two minutes plus the time for the largest allowed size on a slow connection. */
export const downloadTimeoutMs = (limitBytes: number): number =>
  Math.min(leastMs + Math.ceil((1000 * limitBytes) / leastBytesPerSecond), 2 ** 31 - 1);
const asksAtOnce = 4;
/** A private bucket returns 403 for missing files. */
const goneStatuses = [403, 404, 410];

/** The other server is busy and asks to wait. */
class Busy extends Error {
  readonly waitMs: number | undefined;

  constructor({ status, retryAfter }: GetResponse) {
    super(`returned ${status}`);
    const seconds = Number(retryAfter ?? Number.NaN);
    this.waitMs = Number.isFinite(seconds) ? Math.min(30, Math.max(0.2, seconds)) * 1000 : undefined;
  }
}

const elsewhere = (at: string, unreached: BlockedUrl): Failure =>
  new Failure(`Not fetching ${at}: ${unreached.reason}.`, {
    exit: exitCodes.failed,
    code: 'file-elsewhere',
    remedy: blockedUrlRemedy([unreached]),
  });

interface WebState {
  home: URL;
  originPolicy: OriginPolicy;
  context: Context;
  /** Whether the host has responded before: a wrong address fails fast. */
  hasAnswered: boolean;
}

const assertAllowed = ({ originPolicy }: WebState, url: URL, requested: URL): void => {
  const refused = originPolicy(url);
  if (refused !== undefined) throw elsewhere(displayUrl(requested), refused);
};

const answeredFailure = (url: URL, { status }: GetResponse): Failure =>
  new Failure(`${displayUrl(url)} returned ${status}.`, {
    exit: exitCodes.unreachable,
    code: 'source-unreadable',
    remedy: 'Run the command again later to continue.',
  });

const mayRepeat = (error: unknown): boolean | number => {
  if (error instanceof Busy) return error.waitMs ?? true;
  return !(error instanceof Failure || error instanceof RejectedDownload) && networkCode(error) !== undefined;
};

/** Retries until a final response; undefined if nothing is there. */
const ask = async <T>(
  web: WebState,
  { url, limitBytes }: { url: URL; limitBytes: number },
  read: (answer: GetResponse) => Promise<T>,
): Promise<T | undefined> => {
  const { interrupted: signal, output } = web.context;
  assertAllowed(web, url, url);
  const get = { url, limitBytes, signal, userAgent: `slipway-cli/${version}` };
  const attempt = async () => {
    const deadline = AbortSignal.timeout(downloadTimeoutMs(limitBytes));
    const answer = await getFile({ ...get, deadline, validateUrl: (next) => assertAllowed(web, next, url) });
    web.hasAnswered = true;
    if (answer.status === 200) return await read(answer);
    answer.discard();
    if (goneStatuses.includes(answer.status)) return undefined;
    throw answer.status === 429 || answer.status >= 500 ? new Busy(answer) : answeredFailure(url, answer);
  };
  const onWait = (error: unknown, waitMs: number) => {
    // A hundred names may be requested, so only the final failure is reported.
    if (!web.hasAnswered) return;
    output.note(`${displayUrl(url)}: ${String(error)}. Retrying in ${formatSeconds(waitMs / 1000)}.`);
  };
  return await withRetries({ attempts, signal, shouldRetry: mayRepeat, onWait }, attempt).catch(
    (error: unknown) => {
      if (error instanceof Busy) throw new Failure(`${displayUrl(url)} ${error.message}.`, busyDetails);
      if (error instanceof RejectedDownload && error.code === 'too-slow')
        throw new Failure(`Download of ${displayUrl(url)} stopped: ${error.message}.`, busyDetails);
      if (error instanceof Failure || error instanceof RejectedDownload || signal.aborted) throw error;
      throw networkCode(error) === undefined ? error : unreachableFailure(url.origin, error);
    },
  );
};

const busyDetails = {
  exit: exitCodes.unreachable,
  code: 'source-unreadable',
  remedy: 'Run the command again later to continue.',
} as const;

const readText = async ({
  body,
  contentType,
}: GetResponse): Promise<{ text: string; contentType: string }> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString('utf8'), contentType };
};

/** Many hosts return an HTML page for every URL. */
const isPage = ({ text, contentType }: { text: string; contentType: string }): boolean =>
  /^text\/html\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);

const readFeed = async (web: WebState, url: URL): Promise<FeedText | undefined> => {
  const found = await ask(web, { url, limitBytes: maxFeedBytes }, readText).catch((error: unknown) => {
    throw error instanceof RejectedDownload && error.code === 'too-large'
      ? feedTooLargeFailure(displayUrl(url))
      : error;
  });
  if (found === undefined || isPage(found)) return undefined;
  return {
    name: fileNameFromUrl(url.pathname),
    location: url.href,
    displayName: displayUrl(url),
    text: found.text,
  };
};

const readFeeds = async (web: WebState): Promise<FeedText[]> => {
  const { home } = web;
  if (feedFormatByExtension(home.pathname.slice(home.pathname.lastIndexOf('/') + 1)) !== undefined) {
    const feed = await readFeed(web, home);
    if (feed === undefined)
      throw usageFailure(`No feed at ${displayUrl(home)}.`, 'Check the URL in a browser.');
    return [feed];
  }
  const folder = new URL(home.pathname.endsWith('/') ? home.href : `${home.origin}${home.pathname}/`);
  const gate = createSemaphore(asksAtOnce);
  const read = (name: string) => gate(() => readFeed(web, new URL(name, folder)));
  const [first = '', ...others] = defaultFeedNames;
  // The first request goes alone: if the host is unreachable, the others are skipped.
  const found = [await read(first), ...(await Promise.all(others.map(read)))];
  return found.filter((feed) => feed !== undefined);
};

/** Undefined if the location is not a valid URL. */
const locate = (feedLocation: string, { location }: FeedFile): URL | undefined =>
  URL.canParse(location, feedLocation) ? new URL(location, feedLocation) : undefined;

const fetchFile = async (web: WebState, url: URL, { path, file }: { path: string; file: FeedFile }) => {
  const limitBytes = Math.min(file.sizeBytes ?? file.limitBytes ?? maxFileBytes, maxFileBytes);
  const { interrupted: signal } = web.context;
  return await ask(web, { url, limitBytes }, async ({ body }) => {
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
    return path;
  });
};

/** Downloads go to a temporary folder. */
export const openWebSource = async (home: URL, fromAnywhere: boolean, context: Context): Promise<Source> => {
  const web: WebState = {
    home,
    originPolicy: createOriginPolicy(home, fromAnywhere),
    context,
    hasAnswered: false,
  };
  assertAllowed(web, home, home);
  const folder = await mkdtemp(join(tmpdir(), 'slipway-import-'));
  let count = 0;
  return {
    displayName: displayUrl(home),
    isLocal: false,
    readFeeds: () => readFeeds(web),
    findBlockReason(feedLocation, file) {
      const url = locate(feedLocation, file);
      return url === undefined ? blockedAlways('its URL is not valid') : web.originPolicy(url);
    },
    async fetchFile(feedLocation, file): Promise<FetchedFile> {
      const url = locate(feedLocation, file);
      if (url === undefined) return { gone: 'its URL is not valid' };
      count += 1;
      const path = join(folder, String(count));
      const taken = await fetchFile(web, url, { path, file });
      return taken === undefined ? { gone: `${displayUrl(url)} no longer exists` } : { path };
    },
    listSiblings: async () => [],
    async clear() {
      for (const name of await readdir(folder)) await rm(join(folder, name));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
