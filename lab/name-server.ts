import { createSocket } from 'node:dgram';

/* A local name server with records set by the test. */

export interface Records {
  a?: readonly string[];
  aaaa?: readonly string[];
  /** An alias, whose own records are given too. */
  cname?: string;
}

export interface NameServer {
  /** In the format of SLIPWAY_DNS_SERVERS. */
  address: string;
  set(name: string, records: Records | undefined): void;
  /** Receives queries without responding. */
  setSilent(isSilent: boolean): void;
  /** The number of queries. */
  queryCount(): number;
  /** Whether this name was queried. */
  wasQueried(name: string): boolean;
  stop(): Promise<void>;
}

const types = { a: 1, cname: 5, aaaa: 28 } as const;

const word = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Both families, written in full: `2001:db8:0:0:0:0:0:1`. */
const addressBytes = (address: string): Buffer =>
  address.includes(':')
    ? Buffer.concat(address.split(':').map((part) => word(Number.parseInt(part || '0', 16))))
    : Buffer.from(address.split('.').map(Number));

const record = (name: string, type: number, data: Buffer): Buffer =>
  Buffer.concat([nameBytes(name), word(type), word(1), word(0), word(60), word(data.length), data]);

/** The name and type of a query. */
const parseQuestion = (message: Buffer): { name: string; type: number; bytes: Buffer } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  return { name, type: message.readUInt16BE(at + 1), bytes: message.subarray(12, at + 5) };
};

/** The records of a name for a type, including those of its alias target. */
const answersTo = (zone: ReadonlyMap<string, Records>, name: string, type: number): Buffer[] => {
  const { a = [], aaaa = [], cname } = zone.get(name) ?? {};
  if (cname !== undefined) {
    const alias = record(name, types.cname, nameBytes(cname));
    return type === types.cname ? [alias] : [alias, ...answersTo(zone, cname, type)];
  }
  const addresses = { [types.a]: a, [types.aaaa]: aaaa }[type] ?? [];
  return addresses.map((address) => record(name, type, addressBytes(address)));
};

export const startNameServer = async (): Promise<NameServer> => {
  const zone = new Map<string, Records>();
  const socket = createSocket('udp4');
  const queries: string[] = [];
  let isSilent = false;
  socket.on('message', (message, { port, address }) => {
    const { name, type, bytes } = parseQuestion(message);
    queries.push(name);
    if (isSilent) return;
    const answers = answersTo(zone, name, type);
    const flags = word(zone.has(name) ? 0x8180 : 0x8183);
    const head = [message.subarray(0, 2), flags, word(1), word(answers.length), word(0), word(0)];
    socket.send(Buffer.concat([...head, bytes, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, records) => void (records === undefined ? zone.delete(name) : zone.set(name, records)),
    setSilent: (silent) => {
      isSilent = silent;
    },
    queryCount: () => queries.length,
    wasQueried: (name) => queries.includes(name),
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};
