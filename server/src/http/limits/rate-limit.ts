import { bounds } from '../../domain/model/bounds.ts';
import { detachString } from './detached-string.ts';

/*
 * Token buckets by name: a rate per second and a burst. The oldest bucket is evicted when there are too many, so that
 * an attacker with many addresses can't exhaust memory.
 */

export interface RateLimit {
  /** Takes a token; false if none is left. */
  take(name: string): boolean;
  /** Whether a token is left, without taking it. */
  has(name: string): boolean;
  /** Whole seconds until the next token. */
  secondsUntilNext(name: string): number;
  size(): number;
}

export const createRateLimit = (
  { perSecond, burst }: { perSecond: number; burst: number },
  nowMs: () => number,
): RateLimit => {
  const levels = new Map<string, { tokens: number; atMs: number }>();
  const levelOf = (name: string): { tokens: number; atMs: number } => {
    const now = nowMs();
    const level = levels.get(name) ?? { tokens: burst, atMs: now };
    level.tokens = Math.min(burst, level.tokens + ((now - level.atMs) / 1000) * perSecond);
    level.atMs = now;
    return level;
  };
  return {
    size: () => levels.size,
    has: (name) => levelOf(name).tokens >= 1,
    secondsUntilNext: (name) => Math.max(1, Math.ceil((1 - levelOf(name).tokens) / perSecond)),
    take: (name) => {
      const level = levelOf(name);
      const isNew = !levels.has(name);
      if (isNew && levels.size >= bounds.rateLimitNames) levels.delete(levels.keys().next().value ?? '');
      // The name may be a slice of a long X-Forwarded-For.
      if (isNew) levels.set(detachString(name), level);
      if (level.tokens < 1) return false;
      level.tokens -= 1;
      return true;
    },
  };
};
