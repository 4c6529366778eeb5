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

/** Whether a sentence names this exact target, not one with the same prefix. */
export const namesTarget = (detail: string, target: string): boolean => {
  const at = detail.indexOf(target);
  return at !== -1 && !/[\w-]/.test(detail[at + target.length] ?? ' ');
};

/** A warning that several platforms have, as its first platform reads it. */
export interface MergedWarning extends Warning {
  /** The other platforms. */
  also: readonly string[];
}

/** Merges warnings that differ only in the platform they name. */
export const mergeSimilar = (warnings: readonly Warning[], targets: readonly string[]): MergedWarning[] => {
  const merged = new Map<string, Warning & { also: string[] }>();
  for (const { code, detail } of warnings) {
    const target = targets.find((one) => namesTarget(detail, one));
    const key = target === undefined ? detail : `${code} ${detail.replaceAll(target, '\n')}`;
    const first = merged.get(key);
    if (first === undefined || target === undefined) merged.set(key, { code, detail, also: [] });
    else first.also.push(target);
  }
  return [...merged.values()];
};

export const mergedText = ({ detail, also }: MergedWarning): string =>
  also.length === 0 ? detail : `${detail} Also on ${also.join(', ')}.`;

/** Identifies a warning, so that each needs its own confirmation. */
export const warningKey = (warning: MergedWarning): string => `${warning.code} ${mergedText(warning)}`;
