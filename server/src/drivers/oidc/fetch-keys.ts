import { readFile } from 'node:fs/promises';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Loads an issuer's keys from its discovery document or from the operator's file. The operator chooses the issuers, so
 * callers cannot cause requests to other hosts (SSRF); responses are still limited in size, and redirects are not
 * followed.
 */

type Json = Record<string, unknown>;

const readBounded = async (answer: Response): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > bounds.issuerBytes) throw new Error(`the answer has more than ${bounds.issuerBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const parseObject = (text: string): Json => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no JSON object');
  return value as Json;
};

const fetchJson = async (url: string): Promise<Json> => {
  const signal = AbortSignal.timeout(bounds.issuerSeconds * 1000);
  const answer = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } });
  if (answer.status === 200) return parseObject(await readBounded(answer));
  await answer.body?.cancel();
  throw new Error(`${url} answered ${answer.status}`);
};

/** The JWKS URL from the discovery document: must use TLS unless everything is on localhost. */
const discoverKeysUrl = async (issuer: string): Promise<string> => {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (document.issuer !== issuer) throw new Error(`the issuer at ${issuer} says that it is another`);
  const address = URL.parse(String(document.jwks_uri));
  const isSafe =
    address?.protocol === 'https:' || (address?.protocol === 'http:' && issuer.startsWith('http:'));
  if (address === null || !isSafe) throw new Error(`the keys of ${issuer} are at no https address`);
  return address.href;
};

/** The keys that an issuer publishes (RFC 7517). Throws if they are unavailable. */
export const fetchIssuerKeys = async (issuer: string, file: string | undefined): Promise<Json[]> => {
  const { keys } =
    file === undefined
      ? await fetchJson(await discoverKeysUrl(issuer))
      : parseObject(await readFile(file, 'utf8'));
  if (!Array.isArray(keys)) throw new Error(`what ${file ?? issuer} has are no keys`);
  return keys.filter((key): key is Json => typeof key === 'object' && key !== null);
};
