/*
 * Detects private keys, which must never be sent or stored. A real signature says "signature from tauri secret key", so
 * the words alone prove nothing. A private key is named in minisign's first line, decodes to 158 bytes that begin with
 * `Ed`, is PKCS #8 or PEM, or is a raw key next to its public half, which only a curve operation proves.
 */

const named = /^untrusted comment: (?!signature from ).*secret key/im;
const pem = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
/** Base64 of RFC 4648, including its URL-safe form. */
const word = /[A-Za-z0-9+/_-]+={0,2}/g;
const wholeWord = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** What RFC 8410 puts before the 32 bytes of a private key. */
const pkcs8 = '0.\x02\x01\x000\x05\x06\x03+ep\x04"\x04 ';
/** Base64 lengths of each format, padded and unpadded, so that most words need not be decoded. */
const lengths: readonly number[] = [64, 86, 87, 88, 128, 211, 212];
/** CI systems store secrets in base64, and Tauri's file already is base64. */
const layers = 3;

export interface FoundKeys {
  isCertain: boolean;
  /** Raw keys if their second half fits the first; the caller supplies the crypto. */
  candidates: Uint8Array[];
}

/** Decodes either base64 alphabet to one character per byte, and ignores other characters. */
const decodeAnywhere = (text: string): string => {
  const dense = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A single leftover character encodes no byte.
  return atob(dense.length % 4 === 1 ? dense.slice(0, -1) : dense);
};

const isKeyFormat = (bytes: string): boolean =>
  bytes.length === 158
    ? bytes.startsWith('Ed')
    : bytes.length === pkcs8.length + 32 && bytes.startsWith(pkcs8);

/** Finds a key inside quotes or after a variable name. */
const longestWord = (text: string): string =>
  (text.match(word) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');

export interface KeySearch {
  /** The most characters next to a candidate, since each costs a curve operation. */
  maxAround?: number;
  /** Decodes base64 to one character per byte; Node.js has a much faster one. */
  decode?: (text: string) => string;
}

/** Plain or in base64. */
export const findPrivateKey = (input: string, search: KeySearch = {}): FoundKeys => {
  const { maxAround = Number.POSITIVE_INFINITY, decode = decodeAnywhere } = search;
  const decodeWord = (text: string): string =>
    lengths.includes(text.length) && wholeWord.test(text) ? decode(text) : '';
  const candidates: Uint8Array[] = [];
  const holdsKey = (text: string, layer: number): boolean => {
    const longest = longestWord(text);
    if (named.test(text) || pem.test(text)) return true;
    if ([longest, ...text.split('\n')].some((line) => isKeyFormat(decodeWord(line.trim())))) return true;
    const bytes = text.length - longest.length > maxAround ? '' : decodeWord(longest);
    if (bytes.length === 64 || bytes.length === 96)
      candidates.push(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    if (layer === layers) return false;
    // Base64 may be split into lines, so the whole text is decoded as well as its longest word.
    return [...new Set([text, longest].map(decode))].some((one) => holdsKey(one, layer + 1));
  };
  return { isCertain: holdsKey(input.trim(), 1), candidates };
};

/** Whether the text is or contains a private key. */
export const isPrivateKey = (
  text: string,
  isPair: (bytes: Uint8Array) => boolean,
  search?: KeySearch,
): boolean => {
  const { isCertain, candidates } = findPrivateKey(text, search);
  return isCertain || candidates.some(isPair);
};
