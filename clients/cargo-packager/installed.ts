import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from '../content.ts';
import { type Exchange, openRecordingProxy } from '../recording-proxy.ts';
import { runDriver } from '../run-driver.ts';
import type { Stage } from '../stage.ts';
import type { Asked, Told } from './asked.ts';

const driver = new URL('./driver.ts', import.meta.url);

/** An installed app. */
export interface Installation extends Pick<Asked, 'endpoint' | 'publicKey' | 'target'> {
  version?: string;
  isInstalling?: boolean;
}

/** The outcome of a run: `bytes` is the AppImage afterwards. */
export interface Updated extends Told {
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
    const asked: Asked = { version: '1.0.0', isInstalling: false, executable, ...installation };
    proxy.exchanges.length = 0;
    // The client moves the replaced file to the temporary folder, which must be on the same disk.
    const env = { http_proxy: proxy.url, HOME: folder, TMPDIR: folder };
    const told = await runDriver<Told>(driver, asked, { env });
    const exchanges = [...proxy.exchanges];
    const fetched = exchanges.filter(({ path }) => path.startsWith('/releases/download/'));
    return {
      ...told,
      bytes: await readFile(executable),
      mode: (await stat(executable)).mode & 0o777,
      exchanges,
      wireBytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
};
