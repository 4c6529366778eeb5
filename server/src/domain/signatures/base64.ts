/** The bytes of strict base64 as RFC 4648 has it: padded, without white space or stray bits. Undefined where it is none. */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};
