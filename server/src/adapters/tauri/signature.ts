import { holdsPrivateKey } from '../../domain/nouns/signature.ts';

/*
 * A signature as Tauri's clients read it: the content of the `.sig` file, strict base64 of minisign's four lines
 * (rust-minisign-verify `Signature::decode`, and `verify_signed_version` of tauri-plugin-updater 2.12).
 */

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const trusted = 'trusted comment: ';

/** What a signature says of itself; nothing here proves it. */
export interface ReadSignature {
  /** What its trusted comment names as the version it was made for. */
  version: string | undefined;
}

/** The first field that begins `version:`, of those that tabs part. */
const versionIn = (comment: string): string | undefined =>
  comment
    .split('\t')
    .find((field) => field.startsWith('version:'))
    ?.slice('version:'.length);

const decoded = (line: string | undefined): Buffer =>
  line !== undefined && base64.test(line) ? Buffer.from(line, 'base64') : Buffer.alloc(0);

const readMinisign = (text: string): ReadSignature | string => {
  const [untrusted = '', line, comment = '', global] = text.split(/\r?\n/);
  const bytes = decoded(line);
  const isWhole = bytes.length === 74 && comment.startsWith(trusted) && decoded(global).length === 64;
  if (!untrusted.startsWith('untrusted comment:') || !isWhole) return 'it does not hold a minisign signature';
  const algorithm = bytes.toString('latin1', 0, 2);
  if (algorithm !== 'ED' && algorithm !== 'Ed') return 'it is of an algorithm that minisign does not have';
  return { version: versionIn(comment.slice(trusted.length)) };
};

/** The signature as clients read it, or why they cannot, in words that end a sentence. */
export const readSignature = (signature: string): ReadSignature | string => {
  if (/^https?:\/\//i.test(signature)) return 'it is a URL, not the content of the .sig file';
  if (signature.startsWith('untrusted comment:'))
    return 'it is raw minisign text; the .sig file holds it in base64';
  if (!base64.test(signature)) return 'it is not strict base64';
  const text = Buffer.from(signature, 'base64').toString('utf8');
  if (holdsPrivateKey(text)) return 'it is a private key: replace that key, it is no secret now';
  return readMinisign(text);
};
