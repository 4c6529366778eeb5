/** Strict RFC 4648: padded, without white space or stray bits. Undefined if invalid. */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};
