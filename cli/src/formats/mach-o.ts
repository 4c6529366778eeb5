/*
 * Reads the architectures of a macOS executable from its header. A thin binary begins with mach_header's magic and its
 * CPU type; a universal binary begins with fat_header and lists a CPU type for each slice.
 */

/** The largest header that is read: a universal binary with 40 slices. Real ones have two. */
export const machHeaderBytes = 8 + 40 * 32;

const thinMagics = [0xfeedface, 0xfeedfacf];
/** A slice of a universal binary takes 20 bytes, or 32 with 64-bit offsets. */
const fatSliceBytes: Record<number, number> = { 3405691582: 20, 3405691583: 32 };

/** `cputype` of <mach/machine.h>; 0x01000000 marks 64 bits. */
const cpuTypes: Record<number, string> = { 16777223: 'x86_64', 16777228: 'aarch64', 7: 'i686' };

const nameCpus = (types: number[]): string[] => {
  const names = types.map((type) => cpuTypes[type]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
};

/** A Java class file begins with the same magic; its next four bytes are a version, 45 or more. */
const readFat = (header: Buffer, sliceBytes: number): string[] => {
  const count = header.readUInt32BE(4);
  if (count > 40 || header.length < 8 + count * sliceBytes) return [];
  return nameCpus(Array.from({ length: count }, (_, index) => header.readUInt32BE(8 + index * sliceBytes)));
};

/** Empty if the file is not a macOS executable. */
export const parseMachHeader = (header: Buffer): string[] => {
  if (header.length < 8) return [];
  const sliceBytes = fatSliceBytes[header.readUInt32BE(0)];
  if (sliceBytes !== undefined) return readFat(header, sliceBytes);
  return thinMagics.includes(header.readUInt32LE(0)) ? nameCpus([header.readUInt32LE(4)]) : [];
};
