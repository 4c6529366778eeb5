const shape = /^[A-Za-z0-9+/]+={0,2}$/;

/** Accepts padded and unpadded base64; returns no bytes for any other text. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  if (!shape.test(text)) return new Uint8Array();
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

/** One character per byte. */
export const toLatin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;
