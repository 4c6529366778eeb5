import type { Release } from '@slipway/api';

/* Upload progress of a draft. Pure. */

export interface UploadSummary {
  done: number;
  total: number;
  doneBytes: number;
  totalBytes: number;
  /** Targets without an uploaded file. */
  missing: { target: string; format: string; size: number; sha256: string }[];
}

const isHere = ({ uploadedAt, state }: Release['artifacts'][number]): boolean =>
  uploadedAt !== null || state !== 'declared';

export const summarizeUploads = ({ artifacts }: Pick<Release, 'artifacts'>): UploadSummary => {
  const sum = (files: Release['artifacts']): number => files.reduce((total, { size }) => total + size, 0);
  const here = artifacts.filter(isHere);
  return {
    done: here.length,
    total: artifacts.length,
    doneBytes: sum(here),
    totalBytes: sum(artifacts),
    missing: artifacts.filter((artifact) => !isHere(artifact)),
  };
};
