import { isLocalhost } from '../net/dial.ts';
import { type Probe, probe } from '../net/probe.ts';
import { unreachableFailure } from '../net/unreachable.ts';
import { formatQuantity, formatSeconds } from '../terminal/format.ts';
import { bad, doubtful, type Finding, findingFromError, good } from './finding.ts';

/* Checks of an address that need no key. */

const dayMs = 24 * 60 * 60 * 1000;
const maxSkewMs = 60_000;

export const probeAddress = async (
  about: string,
  url: string,
  signal: AbortSignal,
): Promise<{ answer: Probe } | { finding: Finding }> => {
  try {
    return { answer: await probe(url, signal) };
  } catch (error) {
    return { finding: findingFromError(about, unreachableFailure(url, error)) };
  }
};

/** A degraded server still returns 200. */
const examineReadiness = (url: string, { text }: Probe): Finding => {
  if (!/"disk" *: *"low"/.test(text)) return good('address', `${url} is ready.`);
  const remedy = 'Delete old files with `slipway prune <version>`, or ask the operator to free space.';
  return doubtful(
    'address',
    `${url} responds, but its disk is nearly full and uploads are rejected.`,
    remedy,
  );
};

export const examineAddress = async (
  url: string,
  signal: AbortSignal,
): Promise<{ finding: Finding; answer?: Probe }> => {
  const health = await probeAddress('address', `${url}/healthz`, signal);
  if ('finding' in health) return health;
  const { answer } = health;
  if (answer.status !== 200) {
    const remedy = 'Check the URL. This may not be a Slipway server.';
    return { finding: bad('address', `${url}/healthz returns ${answer.status}.`, remedy), answer };
  }
  const ready = await probeAddress('address', `${url}/readyz`, signal);
  if ('answer' in ready && ready.answer.status === 200)
    return { finding: examineReadiness(url, ready.answer), answer };
  if ('answer' in ready && ready.answer.status === 404) {
    const remedy = 'Check the URL. It may be the upload address, or not a Slipway server.';
    return { finding: bad('address', `${url}/readyz returns 404.`, remedy), answer };
  }
  const remedy = 'Check /readyz, or ask the operator.';
  return { finding: doubtful('address', `${url} responds, but is not ready.`, remedy), answer };
};

const isLoopback = (host: string): boolean => isLocalhost(host) || /^(127\.|\[::1\]$)/.test(host);

/** Checks TLS and the certificate's expiry. */
export const examineTls = (about: string, url: string, answer: Probe): Finding => {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:') {
    if (isLoopback(hostname)) return good(about, 'Plain HTTP, but only on this machine.');
    return doubtful(
      about,
      `The connection to ${hostname} is not encrypted (plain HTTP).`,
      'Put a TLS proxy in front. Keys are sent unencrypted, and Tauri clients reject plain HTTP.',
    );
  }
  const ends = answer.certificateExpiresAt ?? new Date(0);
  const days = Math.floor((ends.getTime() - Date.now()) / dayMs);
  const until = `${ends.toISOString().slice(0, 10)}, ${formatQuantity(days, 'day')} from now`;
  if (days < 14) return doubtful(about, `The certificate of ${hostname} expires on ${until}.`, 'Renew it.');
  return good(about, `The certificate of ${hostname} is trusted and valid until ${until}.`);
};

export const examineClock = (answer: Probe, now: number = Date.now()): Finding => {
  const theirs = Date.parse(String(answer.headers.date));
  if (Number.isNaN(theirs))
    return doubtful('clock', 'The response has no Date header.', 'A proxy may have removed it.');
  // The Date header has a resolution of one second.
  const skewMs = Math.abs(now - theirs);
  if (skewMs <= maxSkewMs) return good('clock', 'Clocks match.');
  return bad(
    'clock',
    `Clocks are ${formatSeconds(skewMs / 1000)} apart.`,
    'Sync the clock (NTP): upload URLs and keys expire at fixed times.',
  );
};
