import { join } from 'node:path';
import { spawnProgram } from '../lab/program.ts';
import { repository } from '../lab/repository.ts';
import type { ClientApp, Stage } from './stage.ts';

const main = join(repository, 'cli', 'src', 'main.ts');

/** Runs the real CLI for an app in its publisher's folder, with a key as in a pipeline; returns the output. */
export const runSlipway = async (
  { service }: Stage,
  app: ClientApp,
  { words, cwd }: { words: readonly string[]; cwd: string },
): Promise<string> => {
  const { secret } = await app.client.createKey(app.slug, { name: 'build', scopes: ['read', 'publish'] });
  const program = spawnProgram({
    command: process.execPath,
    args: [main, ...words],
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      SLIPWAY_URL: service.baseUrl,
      SLIPWAY_APP: app.slug,
      SLIPWAY_KEY: secret,
    },
  });
  const code = await program.exitCode;
  if (code !== 0) throw new Error(`slipway ${words.join(' ')} ended with ${code}:\n${program.log()}`);
  return program.log();
};
