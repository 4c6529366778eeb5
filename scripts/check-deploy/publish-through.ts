import { createClient } from '@slipway/api';
import { createFetch, dial as dialDirectly, type dialStream } from '../../lab/dial.ts';
import { metricValue, readFreshMetrics } from '../../lab/metric.ts';
import { createPublisher } from '../../lab/publisher.ts';
import type { HttpReply, RequestSpec } from '../../lab/request.ts';

/* Publishes a release entirely through a proxy. */

export const domain = 'updates.example.com';
export const baseUrlOf = (label: string): string => `https://${label}.${domain}`;
export type Dial = typeof dialStream;

/** How many requests of a route reached the server. */
export const requestCountOn = async (route: string): Promise<number> => {
  const read = async () => (await dialDirectly('http://127.0.0.1:8080/metrics')).text();
  return metricValue(await readFreshMetrics(read), 'slipway_requests_total', `route="${route}"`);
};

/** Reads the whole response of a streaming request. */
export const readWholeReply =
  (dial: Dial) =>
  async (url: string, question: RequestSpec): Promise<HttpReply> => {
    const { status, headers, body } = await dial(url, question);
    const bytes = Buffer.concat(await body.toArray());
    const text = (): string => bytes.toString();
    return { status, headers, body: bytes, text, json: <T>() => JSON.parse(text()) as T };
  };

/** Publishes 1.0.0 of an app through the proxy, upload included; resolves with its bytes and release ID. */
export const publishThroughProxy = async (dial: Dial, key: string, slug: string) => {
  const ask = readWholeReply(dial);
  const client = createClient({ baseUrl: baseUrlOf('api'), key, fetch: createFetch(ask) });
  const bytes = Buffer.alloc(300_000, slug);
  await client.createApp({ slug, adapter: 'rest' });
  const publisher = createPublisher(client, slug, ask);
  const { release } = await publisher.publish({ version: '1.0.0' }, [{ format: '.bin', bytes }]);
  return { bytes, releaseId: release.id, client };
};
