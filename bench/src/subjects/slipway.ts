import { startBackends } from '../../../lab/backends.ts';
import { defaultEnv, runServer, type ServiceOptions, startService } from '../../../lab/service.ts';
import { type Bench, stopWithSection } from '../measuring/bench.ts';

/* Slipway as its operator starts it: the real command, the default log level, no imports. */

export interface SlipwayOptions extends ServiceOptions {
  folder: string;
  workers?: number;
}

export const migrate = async ({ folder }: SlipwayOptions): Promise<void> => {
  const { code, stderr } = await runServer(['migrate', '--create'], { cwd: folder, env: defaultEnv(folder) });
  if (code !== 0) throw new Error(`cannot migrate: ${stderr}`);
};

/** Starts Slipway; resolves when it is ready. */
export const startSlipway = async ({ workers = 1, env = {}, ...options }: SlipwayOptions) => {
  const service = await startService({
    ...options,
    env: { SLIPWAY_WORKERS: String(workers), SLIPWAY_DRAIN_SECONDS: '1', ...env },
  });
  return { ...service, hostOf: (slug: string) => `${slug}.localhost:${service.port}` };
};
export type Slipway = Awaited<ReturnType<typeof startSlipway>>;

export const startOnPostgresAndS3 = async (bench: Bench): Promise<Slipway> => {
  const { env } = stopWithSection(bench, await startBackends());
  return stopWithSection(bench, await startSlipway({ folder: await bench.folder('servers'), env }));
};
