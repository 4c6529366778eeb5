import type { Warning } from '@slipway/api';

/* Groups warnings of one kind: five unsigned targets are one thing to fix. Pure. */

export interface WarningGroup {
  code: string;
  details: string[];
}

/** Groups warnings by code, in order, without duplicates. */
export const groupWarnings = (warnings: readonly Warning[]): WarningGroup[] => {
  const groups = new Map<string, Set<string>>();
  for (const { code, detail } of warnings) groups.set(code, (groups.get(code) ?? new Set()).add(detail));
  return [...groups].map(([code, details]) => ({ code, details: [...details] }));
};
