/** The options of `publish` and `upload` that decide what a release contains. */
export interface PlanOptions {
  paths: string[];
  /** `name=path`, as given. */
  targets: string[];
  version: string | undefined;
  notes: string | undefined;
  /** A changelog whose section for the version holds the notes. */
  changelog?: string | undefined;
  /** Also offer primary bundles as `{os}-{bundle}-{arch}`. */
  bundleTargets: boolean;
  /** What macOS compares instead of the version, of what `targets` name. */
  build?: string | undefined;
  /** The signature of the one file that `targets` name. */
  signature?: string | undefined;
}
