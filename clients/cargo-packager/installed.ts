import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from '../content.ts';
import { type Exchange, openRecordingProxy } from '../recording-proxy.ts';
import { runDriver } from '../run-driver.ts';
import type { Stage } from '../stage.ts';
import type { PackagerInput, PackagerOutput } from './driver-types.ts';

const driver = new URL('./driver.ts', import.meta.url);

/** An installed app. */
export interface Installation extends Pick<PackagerInput, 'endpoint' | 'publicKey' | 'target'> {
  version?: string;
  isInstalling?: boolean;
}

/** The outcome of a run: `bytes` is the AppImage afterwards. */
export interface Updated extends PackagerOutput {
  bytes: Buffer;
  mode: number;
  exchanges: Exchange[];
  /** All bytes received below /releases/download. */
  wireBytes: number;
}

export const before = contentOf(500, 'installed');

/** Installs AppImages and runs their updater. */
export const openInstaller = async (stage: Stage) => {
  const proxy = await openRecordingProxy();
  return async (installation: Installation): Promise<Updated> => {
    const folder = await stage.openFolder('installed');
    const executable = join(folder, 'Acme.AppImage');
    await writeFile(executable, before, { mode: 0o755 });
    const input: PackagerInput = { version: '1.0.0', isInstalling: false, executable, ...installation };
    proxy.exchanges.length = 0;
    // The client moves the replaced file to the temporary folder, which must be on the same disk.
    const env = { http_proxy: proxy.url, HOME: folder, TMPDIR: folder };
    const output = await runDriver<PackagerOutput>(driver, input, { env });
    const exchanges = [...proxy.exchanges];
    const fetched = exchanges.filter(({ path }) => path.startsWith('/releases/download/'));
    return {
      ...output,
      bytes: await readFile(executable),
      mode: (await stat(executable)).mode & 0o777,
      exchanges,
      wireBytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
};
