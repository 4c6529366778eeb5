import { createClient } from '@slipway/api';
import { type ask, askAsFetch } from '../demo/ask.ts';

/* A release, published the whole way through a proxy. */

export const domain = 'updates.example.com';
export const at = (label: string): string => `https://${label}.${domain}`;
export type Dial = typeof ask;

/** How often the service itself was asked on a route. */
export const askedOn = async (route: string): Promise<number> => {
  const { text } = await askAsFetch('http://127.0.0.1:8080/metrics', {});
  const lines = (await text()).split('\n').filter((line) => line.includes(`route="${route}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

/** Publishes 1.0.0 of an app through the proxy, upload included; resolves with its bytes and release id. */
export const publishThrough = async (dial: Dial, key: string, slug: string) => {
  const fetch = async (address: string, init: Parameters<Dial>[1]) => {
    const { status, headers, body } = await dial(address, init ?? {});
    const text = Buffer.concat(await body.toArray()).toString();
    return {
      status,
      headers: { get: (name: string) => headers[name]?.toString() ?? null },
      text: async () => text,
    };
  };
  const client = createClient({ baseUrl: at('api'), key, fetch });
  const bytes = Buffer.alloc(300_000, slug);
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
  await client.createApp({ slug, adapter: 'rest' });
  const { release } = await client.createRelease(slug, { version: '1.0.0' });
  const artifact = { version: '1.0.0', target: 'linux-x86_64', format: '.bin', size: bytes.length, sha256 };
  const { uploadUrl, headers } = await client.presignArtifact(slug, artifact);
  const { status } = await dial(uploadUrl, { method: 'PUT', headers, body: bytes });
  if (status !== 200) throw new Error(`the upload through the proxy was answered ${status}`);
  await client.publishRelease(slug, release.id);
  return { bytes, releaseId: release.id, client };
};
