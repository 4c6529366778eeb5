import assert from 'node:assert/strict';
import { openFolder } from '../lab/folder.ts';
import { freePortRange } from '../lab/free-port.ts';
import { type Env, type Service, type ServiceProcess, spawnService } from '../lab/service.ts';
import { startEmbedded } from './deployments.ts';
import type { Deployment } from './world.ts';

/* Decisions, "Configuration": environment only, with a working default for everything. */

/** A free port followed by another free one, as the defaults need. */
export const freePair = (): Promise<number> => freePortRange(2);

export type Start = (env: Env & { PORT: string }) => Promise<Service>;

/** Gives a test a folder and a way to start servers in it; cleans up both afterwards. */
export const inFolder = async (body: (folder: string, start: Start) => Promise<void>) => {
  const folder = await openFolder('acceptance');
  const started: ServiceProcess[] = [];
  try {
    await body(folder.path, async (env) => {
      const service = await spawnService({ folder: folder.path, env, omitsDefaultEnv: true });
      started.push(service);
      return service.ready();
    });
  } finally {
    await Promise.all(started.map((service) => service.stop()));
    await folder.remove();
  }
};

/** The same for a deployment of the suite with changed settings. */
export const withEmbedded = async (env: Env, body: (deployment: Deployment) => Promise<void>) => {
  const deployment = await startEmbedded(env);
  try {
    await body(deployment);
  } finally {
    await deployment.stop();
  }
};

/** The deployment of a server that was started with only PORT. */
export const deploymentOf = ({ port, log }: Service, adminKey: string): Deployment => ({
  baseUrl: `http://localhost:${port}`,
  publicUrl: (publicSlug) => `http://${publicSlug}.localhost:${port}`,
  adminKey,
  storage: 'files',
  get issuer() {
    return assert.fail('not here');
  },
  get names() {
    return assert.fail('not here');
  },
  nodes: [port],
  log,
  storeAdapter: async () => assert.fail('not here'),
  stop: async () => assert.fail('not here'),
});

/** Runs a server that is expected to exit; returns its output and exit code. */
export const runUntilExit = async (folder: string, env: Env) => {
  const service = await spawnService({ folder, env, omitsDefaultEnv: true });
  const isRunning = await service.ready().then(
    () => true,
    () => false,
  );
  const code = isRunning ? await service.stop() : await service.exitCode;
  assert.ok(!isRunning, `it did not end by itself:\n${service.log()}`);
  return { code, stderr: service.output.stderr.trim() };
};
