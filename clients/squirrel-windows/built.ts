import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { contentOf } from '../content.ts';
import type { Mono } from './mono.ts';

/* Packages by the tools of Electron Forge's maker: NuGet packs the app, Squirrel creates releases. */

/**
 * The app of a version: mostly unchanged bytes. It grows with each version, since Mono fails on a Squirrel delta that
 * adds nothing.
 */
export const contentFor = (version: string, place: number): Buffer => {
  const stays = contentOf(1024 * 1024);
  contentOf(40, version).copy(stays, 1000);
  return Buffer.concat([stays, contentOf(100 * (place + 1), version)]);
};

const nuspecOf = (version: string): string => `<?xml version="1.0"?>
<package xmlns="http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd">
  <metadata><id>Acme</id><version>${version}</version><authors>Acme</authors><description>Acme</description></metadata>
  <files><file src="app.dat" target="lib/net45" /></files>
</package>
`;

/** A built package: a publisher declares `sha1` and name. */
export type Package = ArtifactInput & { bytes: Buffer; fileName: string; sha1: string };

const describe = async (folder: string, fileName: string, more: ArtifactInput): Promise<Package> => {
  const bytes = await readFile(join(folder, fileName));
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  return { target: 'windows-x86_64', format: '.nupkg', ...more, fileName, bytes, sha1 };
};

export const readFull = (folder: string, version: string): Promise<Package> =>
  describe(folder, `Acme-${version}-full.nupkg`, {});

/** The delta from the previous version. */
export const readDelta = (folder: string, version: string, deltaFrom: string): Promise<Package> =>
  describe(folder, `Acme-${version}-delta.nupkg`, {
    ...{ target: 'windows-x86_64.delta', companionOf: 'windows-x86_64', deltaFrom },
  });

/** Creates releases of these versions in order; each but the first has a delta. */
export const buildReleases = async (
  mono: Mono,
  { vendor, folder }: { vendor: string; folder: string },
  versions: readonly string[],
): Promise<string> => {
  const [tools, releases] = [join(folder, 'tools'), join(folder, 'releases')];
  for (const path of [tools, releases]) await mkdir(path);
  for (const name of ['nuget.exe', 'Squirrel-Mono.exe', 'Squirrel.exe', 'Setup.exe'])
    await copyFile(join(vendor, name), join(tools, name));
  for (const [place, version] of versions.entries()) {
    await writeFile(join(folder, 'app.dat'), contentFor(version, place));
    await writeFile(join(folder, 'Acme.nuspec'), nuspecOf(version));
    await mono.run([join(tools, 'nuget.exe'), 'pack', 'Acme.nuspec'], folder);
    const words = ['--releasify', `Acme.${version}.nupkg`, '--releaseDir', releases, '--no-msi'];
    await mono.run([join(tools, 'Squirrel-Mono.exe'), ...words], folder);
  }
  return releases;
};
