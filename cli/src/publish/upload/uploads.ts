import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import type { Context } from '../../context.ts';
import type { Plan } from '../plan/plan.ts';
import { type Progress, type ProgressView, trackProgress } from '../report/progress.ts';
import { createJsonView } from '../report/view-json.ts';
import { createLinesView } from '../report/view-lines.ts';
import { type Digest, digestFile } from './digest.ts';
import { transfer } from './transfer.ts';

/* Hashes the next file while another one is uploading. */

const hashesAtOnce = 2;

const openView = async ({ output }: Context, items: PlanItem[]): Promise<ProgressView> => {
  if (output.json) return createJsonView(output);
  if (!output.isInteractive) return createLinesView(output);
  const { createBarsView } = await import('../report/view-bars.ts');
  return createBarsView(items, output.stderr as NodeJS.WritableStream);
};

/** Reuses hashes from the preflight; opening the file detects later changes. */
const digestOf = async (
  item: PlanItem,
  cached: Digest | undefined,
  options: HashingOptions,
): Promise<Digest> => {
  const onBytes = options.progress.hashing(item);
  if (cached === undefined)
    return await digestFile(item.path, { ...options, onBytes, extraHashes: requiredHashes(item) });
  onBytes(cached.sizeBytes);
  return cached;
};

interface HashingOptions {
  progress: Progress;
  signal: AbortSignal;
}

/** Hashes each file once, even if it serves several targets. */
const createDigests = ({ digests }: Plan, options: HashingOptions) => {
  const gate = createSemaphore(hashesAtOnce);
  const byPath = new Map<string, Promise<Digest>>();
  return (item: PlanItem): Promise<Digest> => {
    const begun = byPath.get(item.path);
    if (begun !== undefined) return begun;
    const digest = gate(() => digestOf(item, digests.get(item.path), options));
    byPath.set(item.path, digest);
    return digest;
  };
};

/** By target. */
export const digestAll = async (plan: Plan, context: Context): Promise<Map<string, string>> => {
  const progress = trackProgress(plan.items, await openView(context, plan.items));
  try {
    const digest = createDigests(plan, { progress, signal: context.interrupted });
    const found = await Promise.all(
      plan.items.map(async (item) => [item.target, (await digest(item)).sha256] as const),
    );
    return new Map(found);
  } finally {
    progress.stop();
  }
};

/** Uploads several files at a time; the first failure aborts the rest. */
export const uploadAll = async (
  plan: Plan,
  how: { parallel: number; resumes: boolean },
  context: Context,
): Promise<void> => {
  if (plan.items.length === 0) return;
  const progress = trackProgress(plan.items, await openView(context, plan.items));
  const failed = new AbortController();
  const signal = AbortSignal.any([context.interrupted, failed.signal]);
  const digest = createDigests(plan, { progress, signal });
  const needs = {
    client: context.client(),
    semaphore: createSemaphore(how.parallel),
    signal,
    resumes: how.resumes,
    onSent: progress.uploading,
    onWait: progress.waiting,
  };
  const one = async (item: PlanItem) => {
    try {
      progress.done(item, await transfer(needs, plan, { item, digest: await digest(item) }));
    } catch (error) {
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  };
  try {
    await Promise.allSettled(plan.items.map(one));
  } finally {
    progress.stop();
  }
  context.interrupted.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
};
