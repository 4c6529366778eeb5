import type { Release } from '@slipway/api';
import { summarizeUploads } from '../../actions/upload-summary.ts';
import { formatBytes, formatQuantity } from '../../ui/format.ts';

/* Open items before a draft can be published. Pure. */

export interface ChecklistStep {
  text: string;
  detail?: string;
  isDone: boolean;
}

export const publishSteps = (release: Pick<Release, 'artifacts' | 'notes' | 'warnings'>): ChecklistStep[] => {
  const { total, done, missing } = summarizeUploads(release);
  const arrived: ChecklistStep = { text: `${formatQuantity(total, 'file')} uploaded`, isDone: true };
  return [
    total === 0
      ? { text: 'Add a file for at least one platform', isDone: false }
      : { text: `${formatQuantity(total, 'file')} added`, isDone: true },
    ...(total > 0 && done === total ? [arrived] : []),
    ...missing.map(({ target, format, size, sha256 }) => ({
      text: `Upload the file for ${target}`,
      detail: `${format}, ${formatBytes(size)}, SHA-256 ${sha256.slice(0, 8)}…`,
      isDone: false,
    })),
  ];
};

/** Why a draft cannot be published yet; undefined if it can. */
export const draftBlocker = (
  release: Pick<Release, 'artifacts' | 'notes' | 'warnings'>,
): string | undefined => {
  const { missing, total } = summarizeUploads(release);
  if (total === 0) return 'Add files first.';
  if (missing.length === 0) return undefined;
  return missing.length === 1
    ? `File for ${missing[0]?.target} not uploaded yet.`
    : `${missing.length} files not uploaded yet.`;
};
