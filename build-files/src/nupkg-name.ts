/** What the name of a Squirrel or Velopack package tells. */
export interface NupkgName {
  id: string;
  /** Velopack hangs its channel on it, `1.2.0-win-x64`: its own index tells the version alone. */
  version: string;
  kind: 'full' | 'delta';
}

const shape = /^(.+?)-(\d+(?:\.\d+){1,3}(?:[-+][0-9A-Za-z.+-]*?)??)-(full|delta)\.nupkg$/i;

/** Reads `{id}-{version}-full.nupkg` or `…-delta.nupkg`; undefined for every other name. */
export const parseNupkgName = (fileName: string): NupkgName | undefined => {
  const [, id, version, kind] = shape.exec(fileName) ?? [];
  if (id === undefined || version === undefined || kind === undefined) return undefined;
  return { id, version, kind: kind.toLowerCase() === 'full' ? 'full' : 'delta' };
};
