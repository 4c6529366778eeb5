import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * Identifies this installation: the client sends a nonce, and the response contains a MAC that only nodes with the
 * database's secret can compute. The second half also covers the Host header as received, which exposes proxies that
 * lose it. Anything that relays request and response counts as our proxy.
 */

export const presenceHeader = 'slipway-presence';

/** Other nonces are ignored, since `/healthz` never fails. */
const noncePattern = /^[0-9A-Za-z]{22,64}$/;

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Proves to the sender of the nonce that this installation answered, and for which host. */
export const provePresence = (secret: string, nonce: unknown, host: string): string | undefined => {
  if (typeof nonce !== 'string' || !noncePattern.test(nonce)) return undefined;
  return `${sign(secret, nonce)}.${sign(secret, `${nonce}\n${host}`)}`;
};

const isSame = (one: string, other: string): boolean => {
  const [ours, theirs] = [Buffer.from(one), Buffer.from(other)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
};

/** This installation for that host, this one for another host, or another server. */
export const verifyPresence = (
  secret: string,
  challenge: { nonce: string; host: string },
  proof: string | undefined,
): 'here' | 'other-host' | 'other-service' => {
  const [itself = '', forHost = ''] = (provePresence(secret, challenge.nonce, challenge.host) ?? '').split(
    '.',
  );
  const [proofSelf = '', proofHost = ''] = (proof ?? '').split('.');
  if (itself === '' || !isSame(itself, proofSelf)) return 'other-service';
  return isSame(forHost, proofHost) ? 'here' : 'other-host';
};
