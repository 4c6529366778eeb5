import { createHash } from 'node:crypto';
import { type Fault, Refusal } from './errors.ts';
import type { Claims } from './trusted-publisher.ts';

/*
 * The token that a pipeline shows (RFC 7519), as far as it is judged without its issuer: its form, for whom it is, and
 * when it is good. That costs next to nothing and comes before a signature is looked at; what it says counts only after.
 */

/** Why a token is rejected. */
export type TokenFault =
  | 'malformed'
  | 'issuer-unknown'
  | 'signature'
  | 'audience'
  | 'expired'
  | 'not-yet-valid'
  | 'replayed';

const details: Record<TokenFault, string> = {
  malformed: 'The token is no signed JSON Web Token with iss, aud, iat and exp, good for a day at most.',
  'issuer-unknown': 'The token’s issuer is not one that this service trusts.',
  signature: 'The token’s signature is not of one of its issuer’s keys.',
  audience: 'The token is for another audience than this service.',
  expired: 'The token has expired.',
  'not-yet-valid': 'The token is not good yet.',
  replayed: 'The token was exchanged before; each is good for one key.',
};

/** The refusal of a token; it says nothing of what the token holds. */
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
    // What cannot be read is no token.
  }
  throw rejectToken('malformed');
};

/** A token taken apart, nothing of it believed. Throws Refusal 'token-rejected'. */
export const parseIdToken = (token: string): { header: Claims; claims: Claims } => {
  const parts = token.split('.');
  const [header = '', payload = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => base64url.test(part))) throw rejectToken('malformed');
  return { header: readPart(header), claims: readPart(payload) };
};

/** Clocks differ by so much. */
const skewSeconds = 30;
const mostSeconds = 24 * 3600;
/** A used token is remembered for so long after its end: longer than any node takes it. */
const rememberedSeconds = 90;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Refuses a token that is not for this audience, or not good at this second. */
export const requireValidClaims = (
  { iat, exp, nbf, aud }: Claims,
  { audience, nowSeconds }: { audience: string; nowSeconds: number },
): void => {
  if (!isTime(iat) || !isTime(exp) || !(nbf === undefined || isTime(nbf))) throw rejectToken('malformed');
  if (exp - iat > mostSeconds) throw rejectToken('malformed');
  // One audience alone: with two, whoever else it is for could bring it here.
  if (aud !== audience) throw rejectToken('audience', ` Ask for one with the audience ${audience}.`);
  if (exp + skewSeconds <= nowSeconds) throw rejectToken('expired');
  if (Math.max(iat, nbf ?? iat) - skewSeconds > nowSeconds) throw rejectToken('not-yet-valid');
};

/** The second until which a token must be remembered once it was used. */
export const replayProtectedUntil = ({ exp }: Claims): number => Number(exp) + rememberedSeconds;

/** Every database takes it as it is. */
const plainId = /^[\x21-\x7e]{1,256}$/;

/**
 * What tells a token from all others of its issuer. Without a plain `jti` the hash of what was signed, not of the signature:
 * ECDSA signatures can be changed and stay good.
 */
export const tokenIdOf = (token: string, { jti }: Claims): string => {
  if (typeof jti === 'string' && plainId.test(jti)) return jti;
  const signed = token.slice(0, token.lastIndexOf('.'));
  return `sha256:${createHash('sha256').update(signed).digest('hex')}`;
};
