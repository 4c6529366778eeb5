import { createHash } from 'node:crypto';

/* A small version of out/make after `electron-forge make`. */

const listed = (files: Record<string, string>): string =>
  Object.entries(files)
    .map(
      ([name, text]) => `${createHash('sha1').update(text).digest('hex')} ${name} ${Buffer.byteLength(text)}`,
    )
    .join('\r\n');

/** Squirrel's folder for one architecture: packages of several versions and the last one's installer. */
export const squirrelBuild = (versions: string[], arch = 'x64'): Record<string, string> => {
  const packages = Object.fromEntries(
    versions.flatMap((version, index) =>
      ['full', ...(index === 0 ? [] : ['delta'])].map((kind) => [
        `acme-${version}-${kind}.nupkg`,
        `${kind} of ${version}`,
      ]),
    ),
  ) as Record<string, string>;
  const files = {
    ...packages,
    RELEASES: `\ufeff${listed(packages)}`,
    [`Acme-${versions.at(-1)} Setup.exe`]: 'setup',
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`out/make/squirrel.windows/${arch}/${name}`, text]),
  );
};

/** The output of the default makers for 1.1.0. */
export const forgeBuild: Record<string, string> = {
  'package.json': '{"version": "1.1.0"}',
  ...squirrelBuild(['1.0.0', '1.1.0']),
  'out/make/zip/darwin/arm64/Acme-darwin-arm64-1.1.0.zip': 'arm',
  'out/make/zip/darwin/arm64/RELEASES.json': '{}',
  'out/make/zip/darwin/x64/Acme-darwin-x64-1.1.0.zip': 'x64',
  'out/make/zip/win32/x64/Acme-win32-x64-1.1.0.zip': 'zip',
  'out/make/deb/x64/acme_1.1.0_amd64.deb': 'deb',
  'out/make/rpm/arm64/acme-1.1.0-1.aarch64.rpm': 'rpm',
  'out/make/msix/x64/Acme-win32-x64-1.1.0.msix': 'msix',
  'out/make/Acme-1.1.0-arm64.dmg': 'dmg',
  'out/Acme-darwin-arm64/Acme.app/Contents/Info.plist': 'x',
};
