import { normalizeTarget } from '@slipway/core/platform.ts';

/** The parameters in a client's check URL: `…/{target}/{arch}/{version}`. */
export interface CheckTarget {
  target: string;
  arch: string;
}

/** The URL parameters that match a target exactly; undefined if none can. */
export const checkTargetFor = (target: string): CheckTarget | undefined => {
  const cut = target.lastIndexOf('-');
  if (cut <= 0 || cut === target.length - 1) return undefined;
  return { target: target.slice(0, cut), arch: target.slice(cut + 1) };
};

/** The targets that clients request if they follow the docs, unless that is the target itself. */
export const documentedTargets = (target: string): string[] => {
  const normalized = normalizeTarget(target);
  if (normalized === undefined) return [];
  const requested = normalized.endsWith('-universal')
    ? ['aarch64', 'x86_64'].map((arch) => normalized.replace(/universal$/, arch))
    : [normalized];
  return requested.filter((one) => one !== target);
};
