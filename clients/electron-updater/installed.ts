import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runDriver } from '../run-driver.ts';
import type { ClientApp, Stage } from '../stage.ts';
import type { ElectronInput, ElectronOutput } from './driver-types.ts';

const driver = new URL('./driver.ts', import.meta.url);

/** An installed app. */
export interface Installation extends Partial<Omit<ElectronInput, 'folder'>> {
  /** The channel in its feed URL. */
  feed?: string;
  /** A nondefault configuration. */
  config?: string;
  /** The install type, if not the system's default. */
  packageType?: 'deb';
  /** The installer, archive or image that it was installed from, if still available. */
  from?: Buffer;
}

/** The outcome of a run: `bytes` is the file that is ready to be installed. */
export interface Updated extends ElectronOutput {
  bytes?: Buffer;
  /** All bytes received below /feeds/files. */
  wireBytes: number;
}

/** The paths at which electron-updater expects the installed file. */
const installedPaths = {
  win32: 'home/AppData/Local/acme-updater/installer.exe',
  darwin: 'home/Library/Caches/acme-updater/update.zip',
  linux: 'acme.AppImage',
};

const put = async (path: string, content: string | Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
};

export const configOf = (url: string): string => ['provider: generic', `url: ${url}`, ''].join('\n');

/** Writes app-update.yml into the app's resources, as electron-builder does. */
export const putConfig = (folder: string, config: string): Promise<void> =>
  put(join(folder, 'resources/app-update.yml'), `${config}updaterCacheDirName: acme-updater\n`);

const wireBytesOf = ({ requests }: ElectronOutput): number =>
  requests
    .filter(({ path, status }) => path.startsWith('/feeds/files/') && status < 300)
    .reduce((sum, { bytes }) => sum + bytes, 0);

/** Installs an app of this version and runs its updater. */
export const runInstalled = async (
  stage: Stage,
  app: ClientApp,
  installation: Installation,
): Promise<Updated> => {
  const { feed = 'stable', config, packageType, from, ...more } = installation;
  const folder = await stage.openFolder('installed');
  const input: ElectronInput = {
    client: 'electron-updater',
    platform: 'win32',
    arch: 'x64',
    version: '1.0.0',
    isDownloading: true,
    folder,
    ...more,
  };
  await putConfig(folder, config ?? configOf(`${app.publicUrl}/feeds/electron/${feed}`));
  if (packageType !== undefined) await put(join(folder, 'resources/package-type'), packageType);
  const installedFile = join(folder, installedPaths[input.platform]);
  if (from !== undefined) await put(installedFile, from);
  // An empty PATH, so that commands that detect the system fail.
  const env = { HOME: join(folder, 'home'), PATH: folder, APPIMAGE: join(folder, installedPaths.linux) };
  const output = await runDriver<ElectronOutput>(driver, input, { env });
  return {
    ...output,
    wireBytes: wireBytesOf(output),
    ...(output.file === undefined ? {} : { bytes: await readFile(output.file) }),
  };
};
