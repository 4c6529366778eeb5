import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileNameIn } from '@slipway/build-files/location.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure, usageFailure } from '../../errors/failure.ts';
import { type GetAnswer, getFile, Unwanted } from '../../net/get-file.ts';
import { patiently } from '../../net/retry.ts';
import { networkCode, unreachableFailure } from '../../net/unreachable.ts';
import { createGate } from '../../publish/upload/semaphore.ts';
import { formatSeconds } from '../../terminal/format.ts';
import { version } from '../../version.ts';
import type { NamedFile } from '../readers/feed.ts';
import { feedFormatGiven, usualFeedNames } from '../readers/feed-name.ts';
import { createReach, never, type Reach, reachRemedy, shownUrl, type Unreached } from './allowed-origins.ts';
import { maxFeedBytes, tooLargeFeed } from './folder-source.ts';
import type { FeedText, Source, Taken } from './source.ts';

/* An address of releases. It cannot be listed, so it is asked for the names that feeds have. */

/** What a service takes at most unless its operator says otherwise. */
const maxFileBytes = 5 * 1024 ** 3;
const attempts = 4;
const leastMs = 2 * 60_000;
const leastBytesPerSecond = 32 * 1024;

/** How long a download may take: two minutes, and what its most bytes take on a slow line. */
export const timeLimitMs = (limitBytes: number): number =>
  Math.min(leastMs + Math.ceil((1000 * limitBytes) / leastBytesPerSecond), 2 ** 31 - 1);
const asksAtOnce = 4;
/** A bucket whose list is private answers 403 for what is not there. */
const goneStatuses = [403, 404, 410];

/** The other side is busy; how long it asks to wait. */
class Busy extends Error {
  readonly waitMs: number | undefined;

  constructor({ status, retryAfter }: GetAnswer) {
    super(`answered ${status}`);
    const seconds = Number(retryAfter ?? Number.NaN);
    this.waitMs = Number.isFinite(seconds) ? Math.min(30, Math.max(0.2, seconds)) * 1000 : undefined;
  }
}

const elsewhere = (at: string, unreached: Unreached): Failure =>
  new Failure(`${at} is not fetched: ${unreached.reason}.`, {
    exit: exitCodes.failed,
    code: 'file-elsewhere',
    remedy: reachRemedy([unreached]),
  });

interface Web {
  home: URL;
  reach: Reach;
  context: Context;
  /** Whether anything has answered there yet: a wrong address is told at once. */
  hasAnswered: boolean;
}

const judge = ({ reach }: Web, url: URL, asked: URL): void => {
  const refused = reach(url);
  if (refused !== undefined) throw elsewhere(shownUrl(asked), refused);
};

const answeredFailure = (url: URL, { status }: GetAnswer): Failure =>
  new Failure(`${shownUrl(url)} answered ${status}.`, {
    exit: exitCodes.unreachable,
    code: 'source-unreadable',
    remedy: 'Run the command again when it answers: it goes on where it stopped.',
  });

const mayRepeat = (error: unknown): boolean | number => {
  if (error instanceof Busy) return error.waitMs ?? true;
  return !(error instanceof Failure || error instanceof Unwanted) && networkCode(error) !== undefined;
};

/** Asks until there is an answer that stands, and reads it; undefined where nothing is there. */
const ask = async <T>(
  web: Web,
  { url, limitBytes }: { url: URL; limitBytes: number },
  read: (answer: GetAnswer) => Promise<T>,
): Promise<T | undefined> => {
  const { interrupted: signal, output } = web.context;
  judge(web, url, url);
  const get = { url, limitBytes, signal, userAgent: `slipway-cli/${version}` };
  const attempt = async () => {
    const deadline = AbortSignal.timeout(timeLimitMs(limitBytes));
    const answer = await getFile({ ...get, deadline, judge: (next) => judge(web, next, url) });
    web.hasAnswered = true;
    if (answer.status === 200) return await read(answer);
    answer.drop();
    if (goneStatuses.includes(answer.status)) return undefined;
    throw answer.status === 429 || answer.status >= 500 ? new Busy(answer) : answeredFailure(url, answer);
  };
  const onWait = (error: unknown, waitMs: number) => {
    // The failure tells of it once: there may be a hundred names to ask for.
    if (!web.hasAnswered) return;
    output.note(`${shownUrl(url)}: ${String(error)}. Trying again in ${formatSeconds(waitMs / 1000)}.`);
  };
  return await patiently({ attempts, signal, again: mayRepeat, onWait }, attempt).catch((error: unknown) => {
    if (error instanceof Busy) throw new Failure(`${shownUrl(url)} ${error.message}.`, busyDetails);
    if (error instanceof Unwanted && error.code === 'too-slow')
      throw new Failure(`${shownUrl(url)} is not read to its end: ${error.message}.`, busyDetails);
    if (error instanceof Failure || error instanceof Unwanted || signal.aborted) throw error;
    throw networkCode(error) === undefined ? error : unreachableFailure(url.origin, error);
  });
};

const busyDetails = {
  exit: exitCodes.unreachable,
  code: 'source-unreadable',
  remedy: 'Run the command again when it answers: it goes on where it stopped.',
} as const;

const readText = async ({ body, contentType }: GetAnswer): Promise<{ text: string; contentType: string }> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString('utf8'), contentType };
};

/** Many hosts answer every address with a page: that is no feed. */
const isPage = ({ text, contentType }: { text: string; contentType: string }): boolean =>
  /^text\/html\b/i.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(text);

const readFeed = async (web: Web, url: URL): Promise<FeedText | undefined> => {
  const found = await ask(web, { url, limitBytes: maxFeedBytes }, readText).catch((error: unknown) => {
    throw error instanceof Unwanted && error.code === 'too-large' ? tooLargeFeed(shownUrl(url)) : error;
  });
  if (found === undefined || isPage(found)) return undefined;
  return { name: fileNameIn(url.pathname), at: url.href, shown: shownUrl(url), text: found.text };
};

const readFeeds = async (web: Web): Promise<FeedText[]> => {
  const { home } = web;
  if (feedFormatGiven(home.pathname.slice(home.pathname.lastIndexOf('/') + 1)) !== undefined) {
    const feed = await readFeed(web, home);
    if (feed === undefined)
      throw usageFailure(`There is no feed at ${shownUrl(home)}.`, 'Check the address in a browser.');
    return [feed];
  }
  const folder = new URL(home.pathname.endsWith('/') ? home.href : `${home.origin}${home.pathname}/`);
  const gate = createGate(asksAtOnce);
  const read = (name: string) => gate(() => readFeed(web, new URL(name, folder)));
  const [first = '', ...others] = usualFeedNames;
  // One alone: where the host cannot be reached, the others need not be tried.
  const found = [await read(first), ...(await Promise.all(others.map(read)))];
  return found.filter((feed) => feed !== undefined);
};

/** Where a file lies, or undefined where what the feed says is no address. */
const locate = (feedAt: string, { location }: NamedFile): URL | undefined =>
  URL.canParse(location, feedAt) ? new URL(location, feedAt) : undefined;

const fetchFile = async (web: Web, url: URL, { path, file }: { path: string; file: NamedFile }) => {
  const limitBytes = Math.min(file.sizeBytes ?? file.limitBytes ?? maxFileBytes, maxFileBytes);
  const { interrupted: signal } = web.context;
  return await ask(web, { url, limitBytes }, async ({ body }) => {
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
    return path;
  });
};

/** The feeds at an address, and the files that they name, each fetched into a folder of our own. */
export const openWeb = async (home: URL, fromAnywhere: boolean, context: Context): Promise<Source> => {
  const web: Web = { home, reach: createReach(home, fromAnywhere), context, hasAnswered: false };
  judge(web, home, home);
  const folder = await mkdtemp(join(tmpdir(), 'slipway-import-'));
  let count = 0;
  return {
    shown: shownUrl(home),
    isLocal: false,
    readFeeds: () => readFeeds(web),
    refusal(feedAt, file) {
      const url = locate(feedAt, file);
      return url === undefined ? never('its address cannot be read') : web.reach(url);
    },
    async take(feedAt, file): Promise<Taken> {
      const url = locate(feedAt, file);
      if (url === undefined) return { gone: 'its address cannot be read' };
      count += 1;
      const path = join(folder, String(count));
      const taken = await fetchFile(web, url, { path, file });
      return taken === undefined ? { gone: `${shownUrl(url)} has it no longer` } : { path };
    },
    listBeside: async () => [],
    async clear() {
      for (const name of await readdir(folder)) await rm(join(folder, name));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
