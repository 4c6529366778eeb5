/* What a signature must be for Tauri's clients: the content of the `.sig` file, base64 of minisign's four lines. */

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const decode = (text: string): string =>
  base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : '';

/*
 * A real signature says "signature from tauri secret key", so the words alone are no sign. A private key is called
 * one, its bytes begin with `EdSc` (RWRTY), or it is PEM.
 */
const secretKey =
  /^untrusted comment: (?!signature from ).*secret key|^RWRTY|-----BEGIN [A-Z ]*PRIVATE KEY-----/im;

/** Whether the text is or holds a private key, as it stands or in base64: it must never leave this machine. */
export const isPrivateKey = (text: string): boolean => secretKey.test(text) || secretKey.test(decode(text));

/** Why Tauri's clients could not read a signature, in words; undefined when they can. */
export const signatureFault = (signature: string): string | undefined => {
  if (/^https?:\/\//i.test(signature))
    return 'it is a URL; what belongs there is the content of the .sig file';
  if (signature.startsWith('untrusted comment:')) {
    return 'it is raw minisign text; what `tauri signer sign` writes is the base64 of that';
  }
  const text = decode(signature);
  if (text === '') return 'it is not base64';
  if (/public key/i.test(text.split('\n', 1)[0] ?? '')) return 'it is a public key';
  const [comment = '', line = '', trusted = ''] = text.split('\n');
  const isMinisign = comment.startsWith('untrusted comment:') && trusted.startsWith('trusted comment:');
  if (!isMinisign || Buffer.from(line, 'base64').length !== 74) return 'it holds no minisign signature';
  return undefined;
};

/** The version that a signature was made for, where its trusted comment tells (`signer sign --app-version`). */
export const signedVersion = (signature: string): string | undefined =>
  /^trusted comment:.*\bversion:(\S+)/m.exec(decode(signature))?.[1];
