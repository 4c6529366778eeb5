/*
 * The one rule about signatures that is kept here, and not left to the service: a private key must never leave this
 * machine. A real signature says "signature from tauri secret key", so the words alone are no sign. A private key is
 * called one in minisign's first line, its own line holds 158 bytes that begin with `Ed`, or it is PEM.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/im;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const secretKeyBytes = 158;
/** Build systems keep secrets in base64, and Tauri's file is base64 already. */
const layers = 3;

const isSecretKeyLine = (line: string): boolean => {
  if (!base64.test(line)) return false;
  const bytes = Buffer.from(line, 'base64');
  return bytes.length === secretKeyBytes && bytes.toString('latin1', 0, 2) === 'Ed';
};

const isPlainKey = (text: string): boolean =>
  named.test(text) || pem.test(text) || text.split('\n').some((line) => isSecretKeyLine(line.trim()));

/** Whether the text is or holds a private key, as it stands or in base64. */
export const isPrivateKey = (text: string): boolean => {
  let inner = text.trim();
  for (let layer = 0; layer < layers; layer += 1) {
    if (isPlainKey(inner)) return true;
    inner = Buffer.from(inner, 'base64').toString('latin1');
  }
  return false;
};
