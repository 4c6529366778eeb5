import type { TLSSocket } from 'node:tls';
import { openRequest } from './dial.ts';

export interface Probe {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The certificate's expiry, over TLS. */
  certificateExpiresAt: Date | undefined;
}

const timeoutMs = 10_000;
const maxText = 64 * 1024;

/** One GET without retries, to examine the connection rather than the response. */
export const probe = async (url: string, signal: AbortSignal): Promise<Probe> => {
  const headers = { accept: 'application/json' };
  const request = await openRequest(url, { method: 'GET', headers, signal, agent: false });
  request.setTimeout(timeoutMs, () =>
    request.destroy(Object.assign(new Error('no response in time'), { code: 'ESLOW' })),
  );
  return await new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const socket = response.socket as Partial<TLSSocket>;
      const ends = socket.encrypted ? socket.getPeerCertificate?.()?.valid_to : undefined;
      const certificateExpiresAt = ends === undefined ? undefined : new Date(ends);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length < maxText) text += chunk;
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, certificateExpiresAt }),
      );
    });
    request.end();
  });
};
