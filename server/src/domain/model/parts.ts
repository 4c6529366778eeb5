import { bounds } from './bounds.ts';

/** S3 takes at most so many parts; we hold to it everywhere, so that a draft may move between storages. */
const mebibyte = 1024 * 1024;
const usualPartBytes = 16 * mebibyte;

/** How an upload is cut: every part `partSizeBytes` long but the last. */
export interface PartPlan {
  partSizeBytes: number;
  count: number;
}

/** Parts of 16 MiB; larger ones, in whole MiB, only where there would be too many. */
export const planParts = (sizeBytes: number): PartPlan => {
  const least = Math.ceil(sizeBytes / bounds.partsOfUpload / mebibyte) * mebibyte;
  const partSizeBytes = Math.max(usualPartBytes, least);
  return { partSizeBytes, count: Math.max(1, Math.ceil(sizeBytes / partSizeBytes)) };
};

/** The length of part `number`, counted from 1. */
export const partLength = (sizeBytes: number, plan: PartPlan, number: number): number =>
  Math.min(plan.partSizeBytes, sizeBytes - (number - 1) * plan.partSizeBytes);
