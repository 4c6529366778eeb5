import { isDatabaseUnavailable, requireFound } from '../model/errors.ts';
import { type Day, dayOf, endOfMonth, type Instant, monthOf } from '../model/instant.ts';
import type { UsageBatch, UsageBy, UsageReport, UsageRow } from '../model/usage.ts';
import type { Apps } from '../ports/apps.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ByteRange } from '../ports/stored-bytes.ts';
import type { Usage, UsageWrites } from '../ports/usage.ts';
import { createBatchWriter } from './batch-writer.ts';
import {
  countsAsDownload,
  createDeliveries,
  isWholeFile,
  type SentFile,
  type SentPiece,
} from './deliveries.ts';
import { createRedirectLimiter } from './redirect-limiter.ts';
import { markPartialRows, requireDayRange, requireRowLimit } from './requested-days.ts';

/* Counts every sent byte in memory and writes batches twice a second. A crash loses at most the last second. */

type Counted = Pick<UsageRow, 'app' | 'releaseId' | 'target'>;
type Counts = Pick<UsageBatch, 'rows' | 'deliveries'>;

const lookUpSeconds = 1;

interface MonthMemory {
  month: string;
  bytes: number;
  /** The number of batches written at that time; after further ones it is read again. */
  batch: number;
  readAt: Instant;
}

const sum = (rows: Iterable<UsageRow>, app: string, month: string): number => {
  let bytes = 0;
  for (const row of rows) if (row.app === app && monthOf(row.day) === month) bytes += row.bytes;
  return bytes;
};

export const createUsageMeter = (needs: { store: Apps & Usage & UsageWrites; clock: Clock; ids: Ids }) => {
  const { store, clock } = needs;
  const months = new Map<string, MonthMemory>();
  let counts = new Map<string, UsageRow>();
  const deliveries = createDeliveries();
  const limitRedirect = createRedirectLimiter(clock);

  const rowFor = ({ app, releaseId, target }: Counted): UsageRow => {
    const day = dayOf(clock.now());
    const name = `${day}/${releaseId}/${target}`;
    const existing = counts.get(name);
    if (existing !== undefined) return existing;
    const row: UsageRow = { app, day, releaseId, target, bytes: 0, downloads: 0 };
    counts.set(name, row);
    return row;
  };

  /** Bytes written to a client's connection. */
  const countBytes = (what: Counted, bytes: number): void => {
    rowFor(what).bytes += bytes;
  };

  /** Also counts pieces of clients that disconnected early. */
  const countPiece = (file: SentFile, piece: SentPiece): void => {
    if (piece.isComplete && countsAsDownload(piece, file.sizeBytes)) rowFor(file).downloads += 1;
    if (piece.end >= piece.start) deliveries.addPiece(file, piece, clock.now());
  };

  /** Counts the requested bytes; with an allowance, repeats from one network count once. */
  const countRedirect = (
    file: SentFile,
    range: ByteRange,
    { isMain, isLimited }: { isMain: boolean; isLimited: boolean },
  ): void => {
    const requested = {
      bytes: range.end - range.start + 1,
      isDownload: isMain && countsAsDownload(range, file.sizeBytes),
      isDelivery: isMain && isWholeFile(range, file.sizeBytes),
    };
    const limited = limitRedirect(file, requested);
    const { bytes, isDownload: counts } = isLimited ? limited : requested;
    const row = rowFor(file);
    row.bytes += bytes;
    if (counts) row.downloads += 1;
    if (limited.isDelivery) deliveries.add(file, clock.now());
  };

  const takeCounts = (): Counts[] => {
    const taken = { rows: [...counts.values()], deliveries: deliveries.take() };
    counts = new Map();
    return taken.rows.length === 0 && taken.deliveries.length === 0 ? [] : [taken];
  };

  const { flush, unsent, written } = createBatchWriter<Counts>({
    ...{ clock, ids: needs.ids, take: takeCounts },
    write: (batch) => store.addUsage(batch),
  });

  const unwritten = (app: string, month: string): number =>
    unsent()
      .map(({ rows }) => rows)
      .reduce((bytes, rows) => bytes + sum(rows, app, month), sum(counts.values(), app, month));

  const readMonth = async (app: string, month: string): Promise<number> => {
    const before = written();
    const bytes = await store.monthBytes(app, month);
    months.set(app, { month, bytes, batch: before, readAt: clock.now() });
    return bytes;
  };

  /** The total written by all nodes, plus unwritten counts of this node. */
  const monthBytes = async (app: string): Promise<number> => {
    const month = monthOf(clock.now());
    const memory = months.get(app);
    if (memory?.month === month && memory.batch === written()) {
      // Other nodes deliver too, so the total is refreshed in the background.
      if (memory.readAt < clock.in(-lookUpSeconds)) {
        memory.readAt = clock.now();
        void readMonth(app, month).catch(() => undefined);
      }
      return memory.bytes + unwritten(app, month);
    }
    try {
      return (await readMonth(app, month)) + unwritten(app, month);
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      if (isAway && memory?.month === month) return memory.bytes + unwritten(app, month);
      throw error;
    }
  };

  const report = async (
    slug: string,
    requested: { from?: Day | undefined; to?: Day | undefined; by?: UsageBy | undefined },
  ): Promise<UsageReport> => {
    const app = requireFound(await store.findApp(slug), 'app');
    const now = clock.now();
    const { by, to = dayOf(now), from = dayOf(clock.in(-29 * 24 * 3600)) } = requested;
    requireDayRange(from, to, by);
    await flush();
    const month = monthOf(now);
    const [rows, bytes, partial, ofMonth] = await Promise.all([
      by === undefined ? store.listUsage(slug, from, to) : store.sumUsage(slug, { from, to }, by),
      store.monthBytes(slug, month),
      store.listPartialDays(slug, { from, to }),
      store.listPartialDays(slug, { from: `${month}-01`, to: dayOf(now) }),
    ]);
    requireRowLimit(rows, by);
    const { allowanceBytes } = app;
    return {
      ...{ from, to, rows: partial.length === 0 ? rows : markPartialRows(rows, partial) },
      isPartial: partial.length > 0,
      month: { month, bytes, allowanceBytes, resetsAt: endOfMonth(month), isPartial: ofMonth.length > 0 },
    };
  };

  return { countBytes, countPiece, countRedirect, flush, monthBytes, report };
};
export type UsageMeter = ReturnType<typeof createUsageMeter>;
