import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appArchive, infoPlist, machBinary } from '../app-archive.ts';
import { writeFiles } from '../folder.ts';
import { blockMap } from '../import/old-place.ts';

/*
 * The bundlers' output on each system, with the real file names: tauri-bundler 2 with `createUpdaterArtifacts`, and
 * electron-builder 26 with its default targets and the provider `generic`. The app is called "Acme Notes".
 */

export const version = '1.2.0';

type Files = Record<string, string | Buffer>;

/** A name that ends in an asterisk is a file that the bundler signs. */
const tauriFiles = async (): Promise<Record<string, Files>> => ({
  linux: {
    [`appimage/Acme Notes_${version}_amd64.AppImage*`]: 'AppImage',
    'appimage/Acme Notes.AppDir/usr/bin/acme-notes': 'binary',
    [`deb/Acme Notes_${version}_amd64.deb*`]: 'deb',
    [`deb/Acme Notes_${version}_amd64/control.tar.gz`]: 'control',
    [`deb/Acme Notes_${version}_amd64/data.tar.gz`]: 'data',
    [`deb/Acme Notes_${version}_amd64/debian-binary`]: '2.0\n',
    [`deb/Acme Notes_${version}_amd64/data/usr/bin/acme-notes`]: 'binary',
    [`rpm/Acme Notes-${version}-1.x86_64.rpm*`]: 'rpm',
  },
  macos: {
    'macos/Acme Notes.app/Contents/Info.plist': infoPlist('acme-notes'),
    'macos/Acme Notes.app/Contents/MacOS/acme-notes': machBinary(['aarch64']),
    'macos/Acme Notes.app.tar.gz*': await appArchive('Acme Notes', ['aarch64']),
    [`dmg/Acme Notes_${version}_aarch64.dmg`]: 'dmg',
    'dmg/bundle_dmg.sh': '#!/usr/bin/env bash\n',
    'dmg/icon.icns': 'icon',
    'share/create-dmg/support/template.applescript': 'script',
    'share/create-dmg/support/eula-resources-template.xml': '<plist/>',
  },
  windows: {
    [`msi/Acme Notes_${version}_x64_en-US.msi*`]: 'msi',
    [`nsis/Acme Notes_${version}_x64-setup.exe*`]: 'nsis',
  },
});

const run = promisify(execFile);
const tauri = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'tauri');

/** Signed by Tauri's own signer. */
const writeTauri = async (folder: string): Promise<void> => {
  const key = join(folder, 'tauri.key');
  await run(tauri, ['signer', 'generate', '--ci', '-f', '-w', key, '-p', '']);
  for (const [system, files] of Object.entries(await tauriFiles())) {
    const root = join(folder, 'tauri', system);
    const plain = Object.entries(files).map(([name, content]) => [name.replace('*', ''), content]);
    await writeFiles(root, Object.fromEntries(plain));
    for (const name of Object.keys(files).filter((one) => one.endsWith('*')))
      await run(tauri, [
        ...['signer', 'sign', '-f', key, '-p', '', '--app-version', version],
        join(root, name.slice(0, -1)),
      ]);
  }
};

interface Entry {
  name: string;
  content: string;
  hasBlockMap: boolean;
}

/** An AppImage embeds its block map, and the feed has its length. */
const blockMapLine = (name: string): string => (name.endsWith('.AppImage') ? '    blockMapSize: 12\n' : '');

const feedOf = (entries: Entry[]): string => {
  const hash = (content: string) => createHash('sha512').update(content).digest('base64');
  const files = entries.map(
    ({ name, content }) =>
      `  - url: ${name}\n    sha512: ${hash(content)}\n    size: ${content.length}\n${blockMapLine(name)}`,
  );
  const [first] = entries;
  return `version: ${version}\nfiles:\n${files.join('')}path: ${first?.name}\nsha512: ${hash(first?.content ?? '')}\nreleaseDate: '2026-01-31T12:00:00.000Z'\n`;
};

const electronFolder = (feed: string, entries: Entry[], others: Files): Files => ({
  [feed]: feedOf(entries),
  'builder-debug.yml': 'x64:\n  firstOrDefaultFilePatterns: []\n',
  'builder-effective-config.yaml': 'directories:\n  output: dist\n',
  ...Object.fromEntries(entries.map(({ name, content }) => [name, content])),
  ...Object.fromEntries(
    entries
      .filter(({ hasBlockMap }) => hasBlockMap)
      .map(({ name, content }) => [`${name}.blockmap`, blockMap(content)]),
  ),
  ...others,
});

const entry = (name: string, hasBlockMap = true): Entry => ({
  name,
  content: `bytes of ${name}`,
  hasBlockMap,
});

const electronFiles: Record<string, Files> = {
  linux: electronFolder(
    'latest-linux.yml',
    [entry(`Acme Notes-${version}.AppImage`, false), entry(`acme-notes_${version}_amd64.deb`, false)],
    { [`acme-notes_${version}_amd64.snap`]: 'snap', 'linux-unpacked/acme-notes': 'binary' },
  ),
  macos: electronFolder(
    'latest-mac.yml',
    [entry(`Acme Notes-${version}-arm64-mac.zip`), entry(`Acme Notes-${version}-arm64.dmg`)],
    { 'mac-arm64/Acme Notes.app/Contents/Info.plist': infoPlist('Acme Notes') },
  ),
  windows: electronFolder('latest.yml', [entry(`Acme Notes Setup ${version}.exe`)], {
    'win-unpacked/Acme Notes.exe': 'binary',
  }),
};

/** Writes to `{bundler}/{system}/…`. */
export const writeBuilds = async (folder: string): Promise<void> => {
  await writeTauri(folder);
  for (const [system, files] of Object.entries(electronFiles))
    await writeFiles(join(folder, 'electron', system), files);
};

/** The checked-out project. */
export const project: Files = {
  'package.json': JSON.stringify({ name: 'acme-notes', version, private: true }),
  'src-tauri/tauri.conf.json': JSON.stringify({ productName: 'Acme Notes', version }),
  'CHANGELOG.md': `# Changelog\n\n## [${version}] - 2026-01-31\n\n- Dark mode.\n\n## [1.1.0] - 2026-01-01\n\n- First.\n`,
};
