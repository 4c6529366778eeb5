/*
 * What a signature must never be. A real one says "signature from tauri secret key", so the words alone are no sign:
 * a private key is called one in minisign's first line, its own line holds 158 bytes that begin with `Ed`, or it is PEM.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/i;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const secretKeyBytes = 158;
/** No longer text is ever stored as a signature. */
const longest = 32 * 1024;

const isSecretKeyLine = (line: string): boolean => {
  if (!base64.test(line)) return false;
  const bytes = Buffer.from(line, 'base64');
  // Algorithm, kind of encryption (none is two zeros), kind of checksum: minisign's own layout.
  return bytes.length === secretKeyBytes && bytes.toString('latin1', 0, 2) === 'Ed';
};

const isPrivate = (text: string): boolean =>
  named.test(text) || pem.test(text) || text.split('\n').some((line) => isSecretKeyLine(line.trim()));

/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

/** Whether a text is or holds a private key, as it stands or in base64: it must never be stored. */
export const holdsPrivateKey = (text: string): boolean => {
  let inner = text.slice(0, longest).trim();
  for (let layer = 0; layer < layers; layer++) {
    if (isPrivate(inner)) return true;
    inner = Buffer.from(inner, 'base64').toString('latin1');
  }
  return false;
};
