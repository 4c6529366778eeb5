import type { Bundle, FoundVersion } from './bundle.ts';

const core = (version: string): string => /\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;

/** Compares only the numbers, because installers spell pre-releases differently. */
export const versionDiffers = (inName: string, version: string): boolean => core(inName) !== core(version);

/** The version in the file names, if they agree. macOS bundles have none in their names. */
export const versionInNames = (bundles: readonly Bundle[]): FoundVersion | undefined => {
  const [first, ...others] = bundles.flatMap(({ path, version }) =>
    version === undefined ? [] : [{ version, from: path }],
  );
  return others.every(({ version }) => version === first?.version) ? first : undefined;
};

/** Build folders keep old output: if some files have the version, files with another one are stale. */
export const splitStale = (
  bundles: readonly Bundle[],
  version: string,
): { current: Bundle[]; stale: Bundle[] } => {
  const isStale = (bundle: Bundle) => bundle.version !== undefined && versionDiffers(bundle.version, version);
  const anyCurrent = bundles.some((bundle) => bundle.version !== undefined && !isStale(bundle));
  return {
    current: bundles.filter((bundle) => !anyCurrent || !isStale(bundle)),
    stale: anyCurrent ? bundles.filter(isStale) : [],
  };
};
