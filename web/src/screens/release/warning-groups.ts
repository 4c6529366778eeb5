import type { Warning } from '@slipway/api';

/* Warnings of one kind together: five targets without a signature are one thing to mend. Pure. */

export interface WarningGroup {
  code: string;
  details: string[];
}

/** Warnings by their code, in the order in which they came; what is said twice is said once. */
export const groupWarnings = (warnings: readonly Warning[]): WarningGroup[] => {
  const groups = new Map<string, Set<string>>();
  for (const { code, detail } of warnings) groups.set(code, (groups.get(code) ?? new Set()).add(detail));
  return [...groups].map(([code, details]) => ({ code, details: [...details] }));
};
