import type { Bundle, FoundVersion } from './bundle.ts';

/* The version of a build, and what of a folder is of another. */

const core = (version: string): string => /\d+(?:\.\d+)*/.exec(version)?.[0] ?? version;

/** Whether a version read from a file's name is another one; installers spell pre-releases in their own ways. */
export const versionDiffers = (inName: string, version: string): boolean => core(inName) !== core(version);

/** The version that the files' names tell, where those that tell one all tell the same: a Mac's bundle tells none. */
export const versionInNames = (bundles: readonly Bundle[]): FoundVersion | undefined => {
  const [first, ...others] = bundles.flatMap(({ path, version }) =>
    version === undefined ? [] : [{ version, from: path }],
  );
  return others.every(({ version }) => version === first?.version) ? first : undefined;
};

/** Build folders keep what was built before: where some files carry the version, those of others are old. */
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
