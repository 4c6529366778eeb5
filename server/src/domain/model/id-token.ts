import { createHash } from 'node:crypto';
import { type Fault, Refusal } from './errors.ts';
import type { Claims } from './trusted-publisher.ts';

/*
 * Checks an ID token (RFC 7519) without its issuer: format, audience and validity period. These checks are cheap and
 * run before the signature check; the claims count only after it.
 */

export type TokenFault =
  | 'malformed'
  | 'issuer-unknown'
  | 'signature'
  | 'audience'
  | 'expired'
  | 'not-yet-valid'
  | 'replayed';

const details: Record<TokenFault, string> = {
  malformed: 'Not a signed JWT with iss, aud, iat and exp that is valid for at most a day.',
  'issuer-unknown': 'The server doesn’t trust this token issuer.',
  signature: 'The token signature doesn’t match the issuer’s keys.',
  audience: 'The token audience is not this server.',
  expired: 'The token has expired.',
  'not-yet-valid': 'The token is not valid yet.',
  replayed: 'The token was already exchanged. Each token can be used once.',
};

/** The error discloses nothing of the token's content. */
export const rejectToken = (code: TokenFault, hint = ''): Refusal => {
  const detail = `${details[code]}${hint}`;
  const fault: Fault = { pointer: '/token', code, detail };
  return new Refusal('token-rejected', detail, [fault]);
};

const base64url = /^[A-Za-z0-9_-]+$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const readPart = (part: string): Claims => {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Claims;
  } catch {
    // Unreadable input is not a token.
  }
  throw rejectToken('malformed');
};

/** Parses without verifying. Throws Refusal 'token-rejected'. */
export const parseIdToken = (token: string): { header: Claims; claims: Claims } => {
  const parts = token.split('.');
  const [header = '', payload = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => base64url.test(part))) throw rejectToken('malformed');
  return { header: readPart(header), claims: readPart(payload) };
};

/** Allowed clock skew. */
const skewSeconds = 30;
const mostSeconds = 24 * 3600;
/** Used tokens are remembered this long after they expire: longer than any node accepts them. */
const rememberedSeconds = 90;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Rejects a wrong audience, and tokens outside their validity period. */
export const requireValidClaims = (
  { iat, exp, nbf, aud }: Claims,
  { audience, nowSeconds }: { audience: string; nowSeconds: number },
): void => {
  if (!isTime(iat) || !isTime(exp) || !(nbf === undefined || isTime(nbf))) throw rejectToken('malformed');
  if (exp - iat > mostSeconds) throw rejectToken('malformed');
  // Exactly one audience: with two, the other one could replay the token here.
  if (aud !== audience) throw rejectToken('audience', ` Request one with the audience ${audience}.`);
  if (exp + skewSeconds <= nowSeconds) throw rejectToken('expired');
  if (Math.max(iat, nbf ?? iat) - skewSeconds > nowSeconds) throw rejectToken('not-yet-valid');
};

/** Unix time until which a used token must be remembered. */
export const replayProtectedUntil = ({ exp }: Claims): number => Number(exp) + rememberedSeconds;

/** Safe to store in every database. */
const plainId = /^[\x21-\x7e]{1,256}$/;

/**
 * Unique per issuer. Without a plain `jti` it hashes the signed part and not the signature, since an ECDSA signature
 * can be altered and stay valid.
 */
export const tokenIdOf = (token: string, { jti }: Claims): string => {
  if (typeof jti === 'string' && plainId.test(jti)) return jti;
  const signed = token.slice(0, token.lastIndexOf('.'));
  return `sha256:${createHash('sha256').update(signed).digest('hex')}`;
};
