import * as lab from '../../lab/service.ts';

export { adminKey } from '../../lab/service.ts';

/** A running server, and the address for the CLI. */
export type Service = lab.Service & { url: string };

/** The variables of a server with uploads through a proxy. */
export const behindProxy = async (proxy: { url: string; choosePort(): Promise<number> }) => ({
  SLIPWAY_UPLOAD_URL: proxy.url,
  SLIPWAY_UPLOAD_PORT: String(await proxy.choosePort()),
});

/** Starts a real server in a separate process; `env` overrides the defaults. */
export const startService = async (env: lab.Env = {}): Promise<Service> => {
  const service = await lab.startService({ env: { LOG_LEVEL: 'warn', ...env } });
  return { ...service, url: service.baseUrl };
};
