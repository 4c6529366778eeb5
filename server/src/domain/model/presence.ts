import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * How this installation is told from any other: who asks names a nonce, and the answer holds what only those can
 * compute who share the database's secret. The second half is bound to the host that was asked, as it arrived, so that a
 * proxy shows which loses it. Whoever passes the question on to us, and the answer back, is a proxy of ours.
 */

/** The header that the proof stands in. */
export const presenceHeader = 'slipway-presence';

/** A nonce that is answered; whatever else comes is passed over, since `/healthz` never fails. */
const noncePattern = /^[0-9A-Za-z]{22,64}$/;

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** What proves to whoever named the nonce that this installation was asked, and for which host. */
export const provePresence = (secret: string, nonce: unknown, host: string): string | undefined => {
  if (typeof nonce !== 'string' || !noncePattern.test(nonce)) return undefined;
  return `${sign(secret, nonce)}.${sign(secret, `${nonce}\n${host}`)}`;
};

const isSame = (one: string, other: string): boolean => {
  const [ours, theirs] = [Buffer.from(one), Buffer.from(other)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
};

/** Who answered: this installation for that host, it for another, or somebody else. */
export const verifyPresence = (
  secret: string,
  asked: { nonce: string; host: string },
  shown: string | undefined,
): 'here' | 'other-host' | 'other-service' => {
  const [itself = '', forHost = ''] = (provePresence(secret, asked.nonce, asked.host) ?? '').split('.');
  const [shownSelf = '', shownHost = ''] = (shown ?? '').split('.');
  if (itself === '' || !isSame(itself, shownSelf)) return 'other-service';
  return isSame(forHost, shownHost) ? 'here' : 'other-host';
};
