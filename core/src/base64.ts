/** Strict RFC 4648: padded, without white space or stray bits. Undefined if invalid. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
};

/** One character per byte. */
export const toLatin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};
