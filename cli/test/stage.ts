import { after } from 'node:test';
import { createPublicClient } from '@slipway/api';
import { createApiFetch } from '../src/net/api-fetch.ts';
import { installCli } from './cli.ts';
import { startProxy } from './proxy.ts';
import { behindProxy, type Service, startService } from './service.ts';

/** The CLI's fetch, without a key. */
export const fetch = createApiFetch({ userAgent: 'test', signal: new AbortController().signal });

const installFor = async (service: Service) => {
  try {
    return await installCli(service.url);
  } catch (error) {
    await service.stop();
    throw error;
  }
};

/** A server and a CLI built for it; both stop after the test file. */
export const openStage = async (env: Record<string, string> = {}) => {
  const service = await startService(env);
  const cli = await installFor(service);
  after(async () => {
    await service.stop();
    await cli.remove();
  });

  /** A separate app for each test, and a client of its public host. */
  const makeApp = async (slug: string, adapter = 'rest') => {
    const { app } = await service.client.createApp({ slug, adapter });
    return { app, anyone: createPublicClient({ baseUrl: app.publicUrl, fetch }) };
  };
  return { service, cli, makeApp };
};

/** Adds a configurable faulty proxy before the upload address. */
export const openProxiedStage = async () => {
  const proxy = await startProxy();
  const stage = await openStage(await behindProxy(proxy));
  after(() => proxy.stop());
  return { ...stage, proxy };
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
