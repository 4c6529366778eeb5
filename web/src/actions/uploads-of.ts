import type { Release } from '@slipway/api';

/* How far the uploads of a draft are. Pure. */

export interface UploadSummary {
  done: number;
  all: number;
  doneBytes: number;
  allBytes: number;
  /** Targets whose file has not arrived. */
  missing: { target: string; format: string; size: number; sha256: string }[];
}

const isHere = ({ uploadedAt, state }: Release['artifacts'][number]): boolean =>
  uploadedAt !== null || state !== 'declared';

/** What of a draft's files has arrived. */
export const summarizeUploads = ({ artifacts }: Pick<Release, 'artifacts'>): UploadSummary => {
  const sum = (files: Release['artifacts']): number => files.reduce((total, { size }) => total + size, 0);
  const here = artifacts.filter(isHere);
  return {
    done: here.length,
    all: artifacts.length,
    doneBytes: sum(here),
    allBytes: sum(artifacts),
    missing: artifacts.filter((artifact) => !isHere(artifact)),
  };
};
