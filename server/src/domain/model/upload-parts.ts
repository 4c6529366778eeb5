import { bounds } from './bounds.ts';

/** S3's limit on parts applies to every storage, so that a draft can move between them. */
const mebibyte = 1024 * 1024;
const usualPartBytes = 16 * mebibyte;

/** Every part but the last has `partSizeBytes`. */
export interface PartPlan {
  partSizeBytes: number;
  count: number;
}

/** 16 MiB, or more in whole MiB if there would be too many parts. */
export const planParts = (sizeBytes: number): PartPlan => {
  const least = Math.ceil(sizeBytes / bounds.partsOfUpload / mebibyte) * mebibyte;
  const partSizeBytes = Math.max(usualPartBytes, least);
  return { partSizeBytes, count: Math.max(1, Math.ceil(sizeBytes / partSizeBytes)) };
};

/** `number` counts from 1. */
export const partLength = (sizeBytes: number, plan: PartPlan, number: number): number =>
  Math.min(plan.partSizeBytes, sizeBytes - (number - 1) * plan.partSizeBytes);
