import { get } from 'node:http';

/** A raw request as a desktop updater sends it. */
export const getRequest = (host: string, path: string, range?: string): string => {
  const ranged = range === undefined ? '' : `Range: ${range}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: tauri-updater\r\nAccept: application/json\r\n${ranged}\r\n`;
};

/** The body of a response; any status but 200 is an error. */
export const fetchText = (port: number, host: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${host}${path} answered ${response.statusCode}: ${text}`));
      });
    }).on('error', reject);
  });

/** The numbers below `count`, in shuffled order. */
export const shuffledIndexes = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (index * 7919) % count);
