import type { IncomingHttpHeaders } from 'node:http';

/*
 * Header fields of a plain request (plain-request.ts), parsed by bytes. Names are compared by a checksum; a request
 * with a collision takes the slow path.
 */

/**
 * The fields that responses from memory may depend on; the types allow no others. One literal in fixed order, because
 * setting computed names one by one takes three times as long.
 */
const fieldsOf = (values: readonly (string | undefined)[]) => ({
  host: values[0],
  'if-none-match': values[1],
  'user-agent': values[2],
  forwarded: values[3],
  via: values[4],
  'x-forwarded-for': values[5],
  'x-forwarded-host': values[6],
  'x-user-staging-id': values[7],
  'slipway-check': values[8],
  'slipway-client': values[9],
  'slipway-cohort': values[10],
  'slipway-system': values[11],
  'sec-ch-ua-arch': values[12],
  'sec-ch-ua-bitness': values[13],
  'sec-ch-ua-platform': values[14],
});
type Fields = ReturnType<typeof fieldsOf>;
type FastPathHeaderName = keyof Fields;
const headerNames = Object.keys(fieldsOf([]));

export type FastPathHeaders = Readonly<Partial<Pick<IncomingHttpHeaders, FastPathHeaderName>>>;

/** Fields that affect parsing or routes off the fast path, and the empty name. */
const slowPathHeaders = [
  '',
  '__proto__',
  'content-length',
  'expect',
  'proxy-connection',
  'range',
  'set-cookie',
  'slipway-preview',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const maxFields = 64;

const [newline, carriageReturn, colon] = [10, 13, 58];

/** A lookup table of the bytes in a character class. */
export const byteClass = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
/** The value of each byte in a checksum, ignoring case; 0 for bytes not allowed in names. */
const inNames = byteClass(/[\w!#$%&'*+.^`|~-]/).map((isOne, byte) => (isOne === 1 ? byte | 0x20 : 0));

export const endOfRun = (isOfRun: Uint8Array, bytes: Buffer, from: number): number => {
  let at = from;
  while (isOfRun[bytes[at] as number] === 1) at++;
  return at;
};

const [tab, space, tilde] = [9, 32, 126];
const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;

/** A value consists of tabs, spaces and visible ASCII. */
const endOfValue = (bytes: Buffer, from: number): number => {
  let at = from;
  for (let byte = bytes[at] as number; (byte >= space && byte <= tilde) || byte === tab; )
    byte = bytes[++at] as number;
  return at;
};

/** Trims blanks; usually there is one before the value. */
const bareValue = (bytes: Buffer, text: string, { from, to }: { from: number; to: number }): string => {
  let [first, last] = [from, to];
  while (first < last && isBlank(bytes[first])) first++;
  while (last > first && isBlank(bytes[last - 1])) last--;
  return text.slice(first, last);
};

const add = (sum: number, letter: number): number => Math.imul(sum ^ letter, 0x01000193);
const sumOf = (name: Buffer): number => name.reduce((sum, byte) => add(sum, inNames[byte] as number), 0);

/** A relevant field: its lowercase name and purpose. */
interface Role {
  readonly name: Buffer;
  /** The index of its value, if stored. */
  readonly as: number | 'connection' | 'meaningful';
}

const roleEntry = (name: string, as: Role['as']): [number, Role] => [
  sumOf(Buffer.from(name)),
  { name: Buffer.from(name), as },
];
const roles: ReadonlyMap<number, Role> = new Map([
  ...headerNames.map((name, place) => roleEntry(name, place)),
  roleEntry('connection', 'connection'),
  ...slowPathHeaders.map((name) => roleEntry(name, 'meaningful')),
]);

/** A filter by checksum: most fields aren't relevant and need no lookup. */
const mayBeRelevant = new Uint8Array(1024);
const shortOf = (sum: number): number => sum & (mayBeRelevant.length - 1);
for (const sum of roles.keys()) mayBeRelevant[shortOf(sum)] = 1;

/** Compares ignoring case, because checksums collide. */
const isNamed = ({ name }: Role, bytes: Buffer, { from, to }: { from: number; to: number }): boolean => {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const byte = bytes[from + at] as number;
    if ((byte >= 65 && byte <= 90 ? byte | 0x20 : byte) !== name[at]) return false;
  }
  return true;
};

/** Reused for each request. */
const values: (string | undefined)[] = headerNames.map(() => undefined);

/** False if node:http must handle the request. */
const acceptField = (as: Role['as'], value: string): boolean => {
  if (as === 'meaningful') return false;
  if (as === 'connection') return value === 'keep-alive' || value.toLowerCase() === 'keep-alive';
  values[as] = value;
  return true;
};

/** Checksums of the current request's names. */
const sums = new Int32Array(maxFields);

const isAmong = (sum: number, count: number): boolean => {
  for (let index = 0; index < count; index++) if (sums[index] === sum) return true;
  return false;
};

/** Undefined if a field isn't plain. */
export const parseFields = (bytes: Buffer, text: string, from: number): Fields | undefined => {
  values.fill(undefined);
  let at = from;
  /** A bit set of checksums, to skip the search for duplicates in most cases. */
  let sumBits = 0;
  for (let count = 0; bytes[at] !== carriageReturn; count++) {
    let [sum, nameEnd] = [0, at];
    for (
      let letter = inNames[bytes[at] as number];
      letter !== 0;
      letter = inNames[bytes[++nameEnd] as number]
    )
      sum = add(sum, letter as number);
    const end = endOfValue(bytes, nameEnd + 1);
    const isLine = bytes[nameEnd] === colon && bytes[end] === carriageReturn && bytes[end + 1] === newline;
    const bit = 1 << (sum >>> 27);
    if (!isLine || count === maxFields || ((sumBits & bit) !== 0 && isAmong(sum, count))) return undefined;
    sums[count] = sum;
    sumBits |= bit;
    const role = mayBeRelevant[shortOf(sum)] === 1 ? roles.get(sum) : undefined;
    if (role !== undefined) {
      if (!isNamed(role, bytes, { from: at, to: nameEnd })) return undefined;
      if (!acceptField(role.as, bareValue(bytes, text, { from: nameEnd + 1, to: end }))) return undefined;
    }
    at = end + 2;
  }
  return at + 2 === text.length ? fieldsOf(values) : undefined;
};
