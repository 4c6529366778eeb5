import { crc32 } from 'node:zlib';

/* Uncompressed archives: the client only reads a package's manifest. */

const bytesOf = (...fields: (readonly [width: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const field = Buffer.alloc(width);
      field.writeUIntLE(value, 0, width);
      return field;
    }),
  );

/** The common fields of a file header and its directory entry: version, flags, method, time, date, sizes. */
const describe = (name: string, content: Buffer): Buffer =>
  bytesOf(
    ...([20, 0, 0, 0, 33] as const).map((value) => [2, value] as const),
    [4, crc32(content)],
    [4, content.length],
    [4, content.length],
    [2, Buffer.byteLength(name)],
    [2, 0],
  );

export const zipOf = (files: Readonly<Record<string, Buffer>>): Buffer => {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.concat([
      bytesOf([4, 0x04034b50]),
      describe(name, content),
      Buffer.from(name),
      content,
    ]);
    const place = bytesOf([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(bytesOf([4, 0x02014b50], [2, 20]), describe(name, content), place, Buffer.from(name));
    bodies.push(body);
    at += body.length;
  }
  const count = Object.keys(files).length;
  const listed = Buffer.concat(directory);
  const end = bytesOf([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, listed.length], [4, at], [2, 0]);
  return Buffer.concat([...bodies, listed, end]);
};
