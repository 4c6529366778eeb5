import { createHash } from 'node:crypto';
import { makeZip } from '../zip.ts';

/* A small version of Releases/ after `vpk pack`: real archives with a manifest, real hashes. */

export const nuspec = (version: string, rid: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><package xmlns="http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd"><metadata><id>Acme</id><version>${version}</version><os>${rid.split('-')[0]}</os><rid>${rid}</rid></metadata></package>`;

const hashOf = (name: string, bytes: Buffer): string =>
  createHash(name).update(bytes).digest('hex').toUpperCase();

const entryOf = (version: string, fileName: string, bytes: Buffer) => ({
  PackageId: 'Acme',
  Version: version,
  Type: fileName.includes('-delta') ? 'Delta' : 'Full',
  FileName: fileName,
  SHA1: hashOf('sha1', bytes),
  SHA256: hashOf('sha256', bytes),
  Size: bytes.length,
  NotesMarkdown: `notes of ${version}`,
  NotesHTML: '',
});

/** Packages of several versions, each after the first with its delta, and the installers of the last. */
export const velopackBuild = (versions: string[], name = 'win', rid = 'win-x64'): Record<string, Buffer> => {
  const suffix = name === 'win' ? '' : `-${name}`;
  const files: Record<string, Buffer> = {};
  const entries = versions.flatMap((version, index) =>
    ['full', ...(index === 0 ? [] : ['delta'])].map((kind) => {
      const fileName = `Acme-${version}${suffix}-${kind}.nupkg`;
      const bytes = makeZip({ 'Acme.nuspec': nuspec(version, rid), 'lib/app/x': `${kind} ${version}` });
      files[fileName] = bytes;
      return entryOf(version, fileName, bytes);
    }),
  );
  const last = entries.filter(({ Version }) => Version === versions.at(-1));
  const others = [
    { RelativeFileName: `Acme-${name}-Setup.exe`, Type: 'Installer' },
    { RelativeFileName: `Acme-${name}-Portable.zip`, Type: 'Portable' },
  ];
  for (const { RelativeFileName } of others) files[RelativeFileName] = Buffer.from(RelativeFileName);
  const assets = [...last.map(({ FileName, Type }) => ({ RelativeFileName: FileName, Type })), ...others];
  files[`releases.${name}.json`] = Buffer.from(JSON.stringify({ Assets: entries.reverse() }));
  files[`assets.${name}.json`] = Buffer.from(JSON.stringify(assets));
  files.RELEASES = Buffer.from('\ufeff');
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`Releases/${path}`, bytes]));
};
