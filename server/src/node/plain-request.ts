import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/*
 * A strict reader of plain requests. What it takes, node:http reads in exactly the same way; whatever is unusual, longer
 * than updaters ever write it, or means something to a parser, it leaves to node:http. It goes over the bytes once and
 * tells names of fields apart by a sum of their letters: where two have the same, it takes neither.
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

/** What is known of a request when it is answered: node:http's own has it, too. */
export interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: KeptHeaders;
  readonly socket: Pick<Socket, 'remoteAddress'>;
}

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

const mostBytes = 8 * 1024;
const mostFields = 64;

const [newline, carriageReturn, colon] = [10, 13, 58];

const tableOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
/** No `#`, no `\`, no space. */
const inTarget = tableOf(/[!"$-[\]-~]/);
const inName = tableOf(/[\w!#$%&'*+.^`|~-]/);
const inValue = tableOf(/[\t -~]/);

/** Where a run of such bytes ends. */
const endOf = (isOfRun: Uint8Array, bytes: Buffer, from: number): number => {
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
const readFields = (bytes: Buffer, text: string, from: number): Fields | undefined => {
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

const methodOf = (text: string): 'GET' | 'HEAD' | undefined => {
  if (text.startsWith('GET /')) return 'GET';
  return text.startsWith('HEAD /') ? 'HEAD' : undefined;
};
const version = ' HTTP/1.1\r\n';
const lastBytes = '\r\n\r\n';

/** The one plain request that the first bytes are, so many of them; undefined where node:http has to look at them. */
export const readPlainRequest = (
  bytes: Buffer,
  length: number,
  socket: Asked['socket'],
): Asked | undefined => {
  if (length > mostBytes) return undefined;
  const text = bytes.toString('latin1', 0, length);
  // With that at its end, no run of bytes goes past it.
  const method = text.endsWith(lastBytes) ? methodOf(text) : undefined;
  if (method === undefined) return undefined;
  const targetEnd = endOf(inTarget, bytes, method.length + 1);
  if (!text.startsWith(version, targetEnd)) return undefined;
  const url = text.slice(method.length + 1, targetEnd);
  const headers = url.includes('%00') ? undefined : readFields(bytes, text, targetEnd + version.length);
  return headers?.host === undefined || headers.host.includes(',')
    ? undefined
    : { method, url, headers, socket };
};
