/** Strict RFC 4648: padded, without white space or stray bits. Undefined if invalid. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const binary = atob(text);
    if (btoa(binary) !== text) return undefined;
    const bytes = new Uint8Array(binary.length);
    // Much faster than Uint8Array.from with a function.
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
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
