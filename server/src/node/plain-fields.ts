import type { IncomingHttpHeaders } from 'node:http';

/*
 * The fields of a plain request (plain-request.ts): read by bytes, names told apart by a sum of their letters. Where two have
 * the same, neither is taken.
 */

/** The fields on which answers from memory may depend: no other is kept, and no type lets anybody ask for one. */
const nothing = {
  host: undefined,
  'if-none-match': undefined,
  'user-agent': undefined,
  forwarded: undefined,
  via: undefined,
  'x-forwarded-for': undefined,
  'x-forwarded-host': undefined,
  'x-user-staging-id': undefined,
  'slipway-check': undefined,
  'slipway-client': undefined,
  'slipway-cohort': undefined,
  'slipway-system': undefined,
  'sec-ch-ua-arch': undefined,
  'sec-ch-ua-bitness': undefined,
  'sec-ch-ua-platform': undefined,
};
type Kept = keyof typeof nothing;
type Fields = Record<Kept, string | undefined>;

export type KeptHeaders = Readonly<Partial<Pick<IncomingHttpHeaders, Kept>>>;

/** Fields that mean something to the parser, or to routes that are not answered from memory; and no name at all. */
const meaningful = [
  '',
  '__proto__',
  'content-length',
  'expect',
  'proxy-connection',
  'range',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const mostFields = 64;

const [newline, carriageReturn, colon] = [10, 13, 58];

/** Which bytes are such characters. */
export const tableOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
const inName = tableOf(/[\w!#$%&'*+.^`|~-]/);
const inValue = tableOf(/[\t -~]/);

/** Where a run of such bytes ends. */
export const endOf = (isOfRun: Uint8Array, bytes: Buffer, from: number): number => {
  let at = from;
  while (isOfRun[bytes[at] as number] === 1) at++;
  return at;
};

const space = 32;
const isBlank = (byte: number | undefined): boolean => byte === space || byte === 9;

/** A value without the blanks around it: there is one before it, as a rule. */
const bareValue = (bytes: Buffer, text: string, { from, to }: { from: number; to: number }): string => {
  let [first, last] = [from, to];
  while (first < last && isBlank(bytes[first])) first++;
  while (last > first && isBlank(bytes[last - 1])) last--;
  return text.slice(first, last);
};

/** Big letters and small ones have the same sum. */
const add = (sum: number, byte: number): number => Math.imul(sum ^ (byte | 0x20), 0x01000193);

/** A field that is heeded: its name in small letters, and what it is for. */
interface Role {
  readonly name: Buffer;
  readonly as: Kept | 'connection' | 'meaningful';
}

const roleEntry = (name: string, as: Role['as']): [number, Role] => [
  Buffer.from(name).reduce(add, 0),
  { name: Buffer.from(name), as },
];
const roles: ReadonlyMap<number, Role> = new Map([
  ...Object.keys(nothing).map((name) => roleEntry(name, name as Kept)),
  roleEntry('connection', 'connection'),
  ...meaningful.map((name) => roleEntry(name, 'meaningful')),
]);

/** Whether a name is this one, big letters or small: others have the same sum. */
const isNamed = ({ name }: Role, bytes: Buffer, { from, to }: { from: number; to: number }): boolean => {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const byte = bytes[from + at] as number;
    if ((byte >= 65 && byte <= 90 ? byte | 0x20 : byte) !== name[at]) return false;
  }
  return true;
};

/** Heeds a field; false where node:http has to. */
const take = (fields: Fields, as: Role['as'], value: string): boolean => {
  if (as === 'meaningful') return false;
  if (as === 'connection') return value.toLowerCase() === 'keep-alive';
  fields[as] = value;
  return true;
};

/** The sums of the names in the request that is being read. */
const sums = new Int32Array(mostFields);

const isFirst = (sum: number, count: number): boolean => {
  if (count === mostFields) return false;
  for (let index = 0; index < count; index++) if (sums[index] === sum) return false;
  sums[count] = sum;
  return true;
};

/** The fields from there to the end; undefined where one of them is not plain. */
export const readFields = (bytes: Buffer, text: string, from: number): Fields | undefined => {
  const fields: Fields = { ...nothing };
  let at = from;
  for (let count = 0; bytes[at] !== carriageReturn; count++) {
    let [sum, nameEnd] = [0, at];
    for (; inName[bytes[nameEnd] as number] === 1; nameEnd++) sum = add(sum, bytes[nameEnd] as number);
    const end = endOf(inValue, bytes, nameEnd + 1);
    const isLine = bytes[nameEnd] === colon && bytes[end] === carriageReturn && bytes[end + 1] === newline;
    if (!isLine || !isFirst(sum, count)) return undefined;
    const role = roles.get(sum);
    if (role !== undefined) {
      if (!isNamed(role, bytes, { from: at, to: nameEnd })) return undefined;
      if (!take(fields, role.as, bareValue(bytes, text, { from: nameEnd + 1, to: end }))) return undefined;
    }
    at = end + 2;
  }
  return at + 2 === text.length ? fields : undefined;
};
