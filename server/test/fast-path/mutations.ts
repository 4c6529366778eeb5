/* Requests of real updaters, with small random mutations. */

type Random = () => number;

/** Mulberry32: small, fast and deterministic. */
export const createRandom =
  (seed: number): Random =>
  () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

const head = (line: string, fields: readonly string[]): string => [line, ...fields, '', ''].join('\r\n');

const proxied = [
  ...['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Host: hello.localhost', 'X-Forwarded-Proto: https'],
  ...['X-Real-IP: 203.0.113.7', 'X-Request-Id: 0b9d1f0e', 'Via: 1.1 proxy', 'Forwarded: for=203.0.113.7'],
];

/** As updaters, proxies and people write them, for one host. */
export const plainRequests = (host: string, paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    const line = `GET ${path} HTTP/1.1`;
    return [
      head(line, [`Host: ${host}`]),
      head(line, [`host: ${host}`, 'accept: application/json', 'user-agent: tauri-plugin-updater']),
      head(line, [
        `Host: ${host}`,
        'Connection: keep-alive',
        'User-Agent: App/1.0.0 Sparkle/2.6',
        'Accept: */*',
      ]),
      head(line, [
        `Host: ${host}`,
        'x-user-staging-id: 0b9d1f0e-6b43-4c9b-8a55-0f3a5bb1f001',
        'If-None-Match: "x"',
      ]),
      head(line, [`Host: ${host}`, 'Slipway-Client: a', 'Slipway-Check: manual', ...proxied]),
      head(`HEAD ${path} HTTP/1.1`, [`Host: ${host}`, 'Accept-Encoding: gzip, deflate, br']),
    ];
  });

/** Bytes and words with a special meaning to some parser. */
const words = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\n\n',
    '\0',
    '\t',
    ' ',
    '  ',
    ':',
    ',',
    ';',
    '#',
    '%00',
    '%',
    '\\',
    '?',
    '/',
    '"',
  ],
  ...[
    '\x0b',
    '\x7f',
    '\x80',
    '\xff',
    'é',
    'HTTP/1.1',
    'HTTP/1.0',
    'http/1.1',
    ' HTTP/1.1',
    'http://other/',
    '*',
  ],
  ...[
    'GET',
    'get',
    'HEAD',
    'POST',
    'OPTIONS',
    'Host: other',
    'Host:',
    'host : x',
    'Content-Length: 0',
    'Content-Length: 5',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Connection: close',
    'Connection: keep-alive, close',
    'Connection: Keep-Alive',
  ],
  ...[
    'Connection: upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'TE: trailers',
    'Trailer: x',
    'Range: bytes=0-1',
  ],
  ...[
    'Proxy-Connection: close',
    'Keep-Alive: 1',
    '__proto__: x',
    'constructor: y',
    'X-A:',
    'X-A: \t b \t',
    ' folded',
  ],
  ...[
    'Cookie: a=b',
    'Set-Cookie: a=b',
    'Authorization: Bearer x',
    'If-None-Match: *',
    'X-Forwarded-Host: other',
  ],
];

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const changes: readonly ((text: string, random: Random) => string)[] = [
  // Inserts or replaces a word or a byte.
  (text, random) => {
    const at = Math.floor(random() * (text.length + 1));
    const taken = random() < 0.5 ? 0 : Math.floor(random() * 4);
    return text.slice(0, at) + pick(random, words) + text.slice(at + taken);
  },
  (text, random) => {
    const at = Math.floor(random() * text.length);
    return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1);
  },
  // Adds, duplicates or removes a line.
  (text, random) => {
    const lines = text.split('\r\n');
    lines.splice(1 + Math.floor(random() * (lines.length - 1)), 0, pick(random, [...words, ...lines]));
    return lines.join('\r\n');
  },
  (text, random) => {
    const lines = text.split('\r\n');
    lines.splice(Math.floor(random() * lines.length), 1);
    return lines.join('\r\n');
  },
  // Truncates the request, or appends another.
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => text + (random() < 0.5 ? text : pick(random, words)),
  (text, random) =>
    text.replace(/\r\n\r\n$/, `\r\nX-Long: ${'a'.repeat(Math.floor(random() * 10_000))}\r\n\r\n`),
  (text, random) =>
    text.replace(
      /\r\n\r\n$/,
      `\r\n${Array.from({ length: Math.floor(random() * 120) }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n`,
    ),
];

/** Applies a few mutations. */
export const mutate = (text: string, random: Random): string => {
  let mutated = text;
  for (let count = Math.floor(random() * 3); count >= 0; count--)
    mutated = pick(random, changes)(mutated, random);
  return mutated;
};
