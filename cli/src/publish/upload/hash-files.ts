import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import { createSemaphore } from '@slipway/core/semaphore.ts';
import { parseSignatureText } from '@slipway/core/signature.ts';
import { groupBy } from '../../group-by.ts';
import { isPrehashed } from '../../signing/signature.ts';
import type { Plan } from '../plan/plan.ts';
import { declaredHashNames } from '../preflight/stale-build.ts';
import { digestFile, type ExtraHashes } from './digest.ts';

/* Reads each file once before anything is sent, for all hashes that are needed. */

const filesAtOnce = 2;

const needsBlake2b = ({ signature = '' }: PlanItem): boolean => {
  const form = parseSignatureText(signature);
  return typeof form !== 'string' && isPrehashed(form);
};

const requiredExtraHashes = (items: PlanItem[], verifies: boolean): ExtraHashes | undefined => {
  const announced = items.flatMap(declaredHashNames);
  const blake2b = verifies && items.some(needsBlake2b);
  if (announced.length === 0 && !blake2b) return undefined;
  const required = items.map(requiredHashes);
  return {
    sha512: announced.includes('sha512') || required.some(({ sha512 }) => sha512),
    sha1: announced.includes('sha1') || required.some(({ sha1 }) => sha1),
    blake2b,
  };
};

/** Hashes the files that need comparison; the upload reuses the results. */
export const hashFiles = async (plan: Plan, verifies: boolean, signal: AbortSignal): Promise<void> => {
  const gate = createSemaphore(filesAtOnce);
  const read = async ([path, items]: [string, PlanItem[]]) => {
    const extraHashes = requiredExtraHashes(items, verifies);
    if (extraHashes === undefined) return;
    const digest = await gate(() => digestFile(path, { signal, onBytes: () => {}, extraHashes }));
    plan.digests.set(path, digest);
  };
  await Promise.all([...groupBy(plan.items, ({ path }) => path)].map(read));
};
