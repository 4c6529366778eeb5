import { bounds } from '../model/bounds.ts';
import type { Clock } from '../ports/clock.ts';
import type { SentFile } from './deliveries.ts';

/*
 * A redirect is cheap to request, and nobody knows whether it is followed. So one file counts per network and artifact
 * while a presigned URL is valid: a second redirect adds only what the first did not request.
 */

interface Window {
  since: string;
  bytes: number;
  hasDownload: boolean;
  hasDelivery: boolean;
}

export interface RedirectCount {
  bytes: number;
  isDownload: boolean;
  isDelivery: boolean;
}

export const createRedirectLimiter = (clock: Clock) => {
  const windows = new Map<string, Window>();

  const windowOf = (name: string): Window => {
    const existing = windows.get(name);
    if (existing !== undefined && existing.since > clock.in(-bounds.redirectSeconds)) return existing;
    windows.delete(name);
    if (windows.size >= bounds.countedRedirects) windows.delete(windows.keys().next().value ?? '');
    const begun = { since: clock.now(), bytes: 0, hasDownload: false, hasDelivery: false };
    windows.set(name, begun);
    return begun;
  };

  /** Bytes beyond one file per period do not count. */
  return ({ releaseId, target, network, sizeBytes }: SentFile, requested: RedirectCount): RedirectCount => {
    const window = windowOf(`${network} ${releaseId}/${target}`);
    const counted = {
      bytes: Math.min(requested.bytes, sizeBytes - window.bytes),
      isDownload: requested.isDownload && !window.hasDownload,
      isDelivery: requested.isDelivery && !window.hasDelivery,
    };
    window.bytes += counted.bytes;
    window.hasDownload ||= requested.isDownload;
    window.hasDelivery ||= requested.isDelivery;
    return counted;
  };
};
