import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDebian, findPackage } from '../fetched.ts';
import { type Exchange, openRecordingProxy } from '../recording-proxy.ts';
import type { ClientApp, Stage } from '../stage.ts';
import { buildReleases, type Package } from './built.ts';
import { createMono } from './mono.ts';

interface Programs {
  mono: string;
  sevenZip: string;
  vendor: string;
}

/** Finds the programs that the scenarios need besides npm packages, or names the missing one. */
export const findPrograms = async (): Promise<{ programs: Programs; missing: string | undefined }> => {
  const mono = await findDebian(['mono-mcs', 'libmono-cil-dev'], /^(?:libmono-|mono-|cli-common)/);
  const sevenZip = await findDebian(['7zip']);
  const squirrel = await findPackage('electron-winstaller', '5.4.4');
  return {
    programs: {
      mono: mono.folder ?? '',
      sevenZip: sevenZip.folder ?? '',
      vendor: join(squirrel.folder ?? '', 'node_modules/electron-winstaller/vendor'),
    },
    missing: mono.reason ?? sevenZip.reason ?? squirrel.reason,
  };
};

/** An installed app. */
export interface Installed {
  folder: string;
  updateExe: string;
}

export interface Ran {
  code: number | null;
  stdout: string;
  log: string;
  /** The names and total size of the downloaded packages. */
  fetched: string[];
  wireBytes: number;
}

const isFile = ({ path }: Exchange): boolean => path.startsWith('/feeds/files/');

/** The documented address for 64-bit Windows. */
export const addressOf = ({ publicUrl }: ClientApp): string => `${publicUrl}/feeds/squirrel/stable/win32-x64`;

/** The installed app's content; undefined if that version is not installed. */
export const readInstalled = ({ folder }: Installed, version: string): Promise<Buffer | undefined> =>
  readFile(join(folder, `app-${version}`, 'app.dat')).catch(() => undefined);

/** Squirrel.Windows: its packages, and its client on test machines. */
export const createSquirrel = async (stage: Stage, { vendor, ...folders }: Programs) => {
  const mono = await createMono({ ...folders, home: await stage.openFolder('mono') });
  const proxy = await openRecordingProxy();
  const driver = join(await stage.openFolder('driver'), 'Update.exe');
  await mono.compile(fileURLToPath(new URL('driver.cs', import.meta.url)), driver);

  const build = async (versions: readonly string[]): Promise<string> =>
    buildReleases(mono, { vendor, folder: await stage.openFolder('built') }, versions);

  /** Installs a version as its Setup.exe does. */
  const install = async ({ fileName, sha1, bytes }: Package): Promise<Installed> => {
    const folder = join(await stage.openFolder('installed'), 'Acme');
    const packages = join(folder, 'packages');
    const updateExe = join(folder, 'Update.exe');
    await mkdir(packages, { recursive: true });
    await copyFile(driver, updateExe);
    await writeFile(join(packages, fileName), bytes);
    await writeFile(join(packages, 'RELEASES'), `${sha1.toUpperCase()} ${fileName} ${bytes.length}`);
    return { folder, updateExe };
  };

  /** Sets an installation's ID: its last four bytes decide its rollout bucket. */
  const setId = ({ folder }: Installed, place: 'first' | 'last'): Promise<void> =>
    writeFile(
      join(folder, 'packages', '.betaId'),
      `6f9619ff-8b86-4011-b42d-00c0${place === 'first' ? '00000000' : 'ffffffff'}`,
    );

  const run = async (installed: Installed, method: string, url: string): Promise<Ran> => {
    proxy.exchanges.length = 0;
    const words = [installed.updateExe, join(vendor, 'Squirrel-Mono.exe'), method, url, 'Acme'];
    const ran = await mono.start(words, { cwd: installed.folder, proxy: proxy.url });
    const files = proxy.exchanges.filter(isFile);
    return {
      ...ran,
      log: `${ran.log}\n${JSON.stringify(proxy.exchanges)}`,
      fetched: files.map(({ path }) => path.split('/').at(-1) ?? ''),
      wireBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };

  return {
    build,
    install,
    setId,
    /** Electron's checkForUpdates() starts this. */
    check: (installed: Installed, url: string) => run(installed, 'CheckForUpdate', url),
    /** Runs after a successful check: downloads and installs the update. */
    update: (installed: Installed, url: string) => run(installed, 'Update', url),
  };
};
