import { childText, parseXml } from '../formats/xml-tree.ts';
import { readZipEntry } from '../formats/zip-entry.ts';

/** The platform in a package's manifest, in .NET's terms. */
export interface Nuspec {
  /** `win-x64`, `osx-arm64`, …; only the system if it was packed for any architecture. */
  rid: string;
  /** `x64`, `arm64`, … */
  architecture: string;
}

/** Reads the manifest at the root of a nupkg; '' for missing values. */
export const readNuspec = async (path: string): Promise<Nuspec> => {
  const nothing = { rid: '', architecture: '' };
  const text = await readZipEntry(path, (name) => /^[^/]+\.nuspec$/i.test(name));
  if (text === undefined) return nothing;
  const root = await parseXml(text).catch(() => undefined);
  // The namespace depends on the format's version, so it is ignored.
  const metadata = root?.children.find(({ name }) => name === 'metadata');
  if (metadata === undefined) return nothing;
  const textOf = (name: string): string => childText(metadata, name, metadata.space) ?? '';
  return { rid: textOf('rid') || textOf('os'), architecture: textOf('machineArchitecture') };
};
