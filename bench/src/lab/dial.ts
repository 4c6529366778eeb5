import { Agent, request } from 'node:http';
import type { Fetch } from '@slipway/api';

/* Calls over connections that stay open, as lean as node:http allows: what is timed is the service, not its client. */

const agent = new Agent({ keepAlive: true });

/** Sends a request and takes the whole answer. */
const exchange = (
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
  body?: string | Uint8Array,
): Promise<{ status: number; text: string; headers: Record<string, string | string[] | undefined> }> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const asking = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      answer.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });

/** For the client of the API. */
export const dial: Fetch = async (url, { body, ...init }) => {
  const { status, text, headers } = await exchange(url, init, body);
  return {
    status,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    text: async () => text,
  };
};

/** Puts bytes where a presigned address says. */
export const put = async (url: string, headers: Record<string, string>, bytes: Uint8Array): Promise<void> => {
  const { status, text } = await exchange(url, { method: 'PUT', headers }, bytes);
  if (status >= 300) throw new Error(`the upload was refused: ${text}`);
};
