import * as lab from '../../lab/service.ts';

export { adminKey } from '../../lab/service.ts';

/** A service that answers, and what the command line is told to call. */
export type Service = lab.Service & { url: string };

/** The variables of a service whose uploads go through a proxy. */
export const behindProxy = async (proxy: { url: string; choosePort(): Promise<number> }) => ({
  SLIPWAY_UPLOAD_URL: proxy.url,
  SLIPWAY_UPLOAD_PORT: String(await proxy.choosePort()),
});

/** Starts a real service in a process of its own; `env` goes before what is usual. */
export const startService = async (env: lab.Env = {}): Promise<Service> => {
  const service = await lab.startService({ env: { LOG_LEVEL: 'warn', ...env } });
  return { ...service, url: service.baseUrl };
};
