import { containsPrivateKey } from '../model/detect-private-key.ts';
import { decodeBase64 } from './base64.ts';
import { signatureBytes } from './ed25519.ts';
import { type MinisignSignature, parseMinisign } from './minisign.ts';

/* Detects the kind of a signature from its text alone. */

export type SignatureFormat =
  | ({ kind: 'minisign' } & MinisignSignature)
  /** 64 bytes in base64, as in Sparkle and WinSparkle; without signer and version. */
  | { kind: 'ed25519'; signature: Buffer };

const sigFileAdapters: readonly string[] = ['tauri', 'cargo-packager'];

/** Whether clients read only the content of Tauri's `.sig` file: minisign's text in base64. */
export const readsOnlySigFile = (adapter: string): boolean => sigFileAdapters.includes(adapter);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
};

const minisign = (text: string): SignatureFormat | string => {
  const parsed = parseMinisign(text);
  return typeof parsed === 'string' ? parsed : { kind: 'minisign', ...parsed };
};

const tryForm = (signature: string, { onlySigFile }: { onlySigFile: boolean }): SignatureFormat | string => {
  if (/^https?:\/\//i.test(signature)) return 'it is a URL, not the content of the .sig file';
  if (signature.startsWith('untrusted comment:'))
    return onlySigFile ? 'it is raw minisign text; the .sig file holds it in base64' : minisign(signature);
  const bytes = decodeBase64(signature);
  if (bytes === undefined) return 'it is not strict base64';
  if (bytes.length === signatureBytes)
    return onlySigFile
      ? 'it is raw Ed25519, not the content of a .sig file'
      : { kind: 'ed25519', signature: bytes };
  const text = textOf(bytes);
  return text === undefined ? 'it does not hold a minisign signature' : minisign(text);
};

/** The signature, or the reason it is unreadable, as the end of a sentence. */
export const parseSignature = (
  signature: string,
  options: { onlySigFile: boolean },
): SignatureFormat | string => {
  const form = tryForm(signature, options);
  return typeof form === 'string' && containsPrivateKey(signature)
    ? 'it is a private key: replace that key, it is no secret now'
    : form;
};
