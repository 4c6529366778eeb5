import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoadGenerator } from '../load/load-generator.ts';
import type { Bench } from './bench.ts';
import type { RoundOptions } from './compare.ts';

/** Runs one section in its own folder and stops everything that it started. */
export const runSection = async <T>(
  measure: (bench: Bench) => Promise<T>,
  { rounds, log }: { rounds: RoundOptions; log: (line: string) => void },
): Promise<T> => {
  const root = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const load = startLoadGenerator();
  const endings: (() => Promise<unknown>)[] = [() => load.stop()];
  try {
    return await measure({
      load,
      rounds,
      log,
      onEnd: (end) => void endings.push(end),
      folder: async (name) => {
        const folder = join(root, name);
        await mkdir(folder, { recursive: true });
        return folder;
      },
    });
  } finally {
    for (const end of endings.reverse()) await end();
    await rm(root, { recursive: true, force: true });
  }
};
