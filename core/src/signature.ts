import { decodeBase64 } from './base64.ts';
import { isMinisignText, type MinisignSignature, parseMinisign, signatureBytes } from './minisign.ts';

/* Detects the kind of a signature from its text alone. */

export type SignatureFormat =
  | ({ kind: 'minisign' } & MinisignSignature)
  /** 64 bytes in base64, as in Sparkle and WinSparkle; without signer and version. */
  | { kind: 'ed25519'; signature: Uint8Array };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const textOf = (bytes: Uint8Array | undefined): string => {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return '';
  }
};

const minisign = (text: string): SignatureFormat | string => {
  const parsed = parseMinisign(text);
  return typeof parsed === 'string' ? parsed : { kind: 'minisign', ...parsed };
};

/**
 * The signature, or the reason it is unreadable, as the end of a sentence. With `onlySigFile`, only the content of
 * Tauri's `.sig` file counts: minisign's text in base64.
 */
export const parseSignatureText = (signature: string, onlySigFile = false): SignatureFormat | string => {
  if (/^https?:\/\//i.test(signature)) return 'it is a URL, not the content of the .sig file';
  if (isMinisignText(signature))
    return onlySigFile ? 'it is raw minisign text; the .sig file holds it in base64' : minisign(signature);
  const bytes = decodeBase64(signature);
  if (bytes === undefined) return 'it is not strict base64';
  if (bytes.length !== signatureBytes) return minisign(textOf(bytes));
  return onlySigFile
    ? 'it is raw Ed25519, not the content of a .sig file'
    : { kind: 'ed25519', signature: bytes };
};

/** The ID of the signing key; undefined for a raw signature, which has none, and an unreadable one. */
export const signerKeyId = (signature: string): string | undefined => {
  const parsed = parseMinisign(isMinisignText(signature) ? signature : textOf(decodeBase64(signature)));
  return typeof parsed === 'string' ? undefined : parsed.keyId;
};
