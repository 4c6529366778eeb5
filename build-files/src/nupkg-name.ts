export interface NupkgName {
  id: string;
  /** Velopack appends its channel, as in `1.2.0-win-x64`; only its index has the plain version. */
  version: string;
  kind: 'full' | 'delta';
}

const shape = /^(.+?)-(\d+(?:\.\d+){1,3}(?:[-+][0-9A-Za-z.+-]*?)??)-(full|delta)\.nupkg$/i;

/** Parses `{id}-{version}-full.nupkg` or `…-delta.nupkg`; undefined for any other name. */
export const parseNupkgName = (fileName: string): NupkgName | undefined => {
  const [, id, version, kind] = shape.exec(fileName) ?? [];
  if (id === undefined || version === undefined || kind === undefined) return undefined;
  return { id, version, kind: kind.toLowerCase() === 'full' ? 'full' : 'delta' };
};
