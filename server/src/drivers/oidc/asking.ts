import { readFile } from 'node:fs/promises';
import { bounds } from '../../domain/model/bounds.ts';

/*
 * Where an issuer's keys come from: its own discovery document and what that names, or a file of the operator's. An
 * issuer is chosen by the operator, so that no caller chooses an address that is asked here; what it answers is bounded
 * all the same, and a redirect is not followed.
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

/** Where the keys are, as the issuer itself says: over TLS, unless all of this is on one machine. */
const discoverKeysUrl = async (issuer: string): Promise<string> => {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (document.issuer !== issuer) throw new Error(`the issuer at ${issuer} says that it is another`);
  const address = URL.parse(String(document.jwks_uri));
  const isSafe =
    address?.protocol === 'https:' || (address?.protocol === 'http:' && issuer.startsWith('http:'));
  if (address === null || !isSafe) throw new Error(`the keys of ${issuer} are at no https address`);
  return address.href;
};

/** The keys of an issuer as it publishes them (RFC 7517). Throws where they cannot be had. */
export const fetchIssuerKeys = async (issuer: string, file: string | undefined): Promise<Json[]> => {
  const { keys } =
    file === undefined
      ? await fetchJson(await discoverKeysUrl(issuer))
      : parseObject(await readFile(file, 'utf8'));
  if (!Array.isArray(keys)) throw new Error(`what ${file ?? issuer} has are no keys`);
  return keys.filter((key): key is Json => typeof key === 'object' && key !== null);
};
