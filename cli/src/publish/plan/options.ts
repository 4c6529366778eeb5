/** The options of `publish` and `upload` that decide what a release contains. */
export interface PlanOptions {
  paths: string[];
  /** `name=path`, unparsed. */
  targets: string[];
  version: string | undefined;
  notes: string | undefined;
  /** A changelog with a section for the version. */
  changelog?: string | undefined;
  /** Also offer primary bundles as `{os}-{bundle}-{arch}`. */
  bundleTargets: boolean;
  /** The build number of the files in `targets`, which macOS compares instead of the version. */
  build?: string | undefined;
  /** The signature of the only file in `targets`. */
  signature?: string | undefined;
}
