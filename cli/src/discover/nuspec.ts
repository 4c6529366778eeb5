import { childText, parseXml } from '../formats/xml-tree.ts';
import { readZipEntry } from '../formats/zip-entry.ts';

/** What a package says of the machine that it is for, in .NET's words. */
export interface Nuspec {
  /** `win-x64`, `osx-arm64`, …; the system alone where it was packed for any. */
  rid: string;
  /** `x64`, `arm64`, … */
  architecture: string;
}

/** Reads the manifest at the root of a nupkg; '' for what it does not tell. */
export const readNuspec = async (path: string): Promise<Nuspec> => {
  const nothing = { rid: '', architecture: '' };
  const text = await readZipEntry(path, (name) => /^[^/]+\.nuspec$/i.test(name));
  if (text === undefined) return nothing;
  const root = await parseXml(text).catch(() => undefined);
  // Several namespaces are in use, one for each age of the format.
  const metadata = root?.children.find(({ name }) => name === 'metadata');
  if (metadata === undefined) return nothing;
  const told = (name: string): string => childText(metadata, name, metadata.space) ?? '';
  return { rid: told('rid') || told('os'), architecture: told('machineArchitecture') };
};
