import type { ElectronFile } from '@slipway/build-files/electron.ts';
import { UnreadableFeedError } from './unreadable-feed-error.ts';

/* electron-builder's `latest.yml`, `latest-mac.yml`, …: one version and its files for one system. */

export interface ElectronFeed {
  version: string;
  files: ElectronFile[];
  notes: string | undefined;
  /** Unmodified; electron-builder writes RFC 3339. */
  releaseDate: string | undefined;
  /** The oldest supported kernel. */
  minimumSystemVersion: string | undefined;
  /** The Windows installer downloads a package itself (nsis-web). */
  hasPackages: boolean;
  /** The percentage of a staged rollout. */
  stagedPercent: number | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The value is text, or a list for several versions with `fullChangelog`. */
const notesOf = (value: unknown, version: string): string | undefined => {
  if (!Array.isArray(value)) return textOf(value);
  const own = (value as { version?: unknown; note?: unknown }[]).find((one) => one?.version === version);
  return textOf(own?.note);
};

const fileOf = (value: unknown): ElectronFile => {
  const one = (value ?? {}) as Record<string, unknown>;
  return {
    url: textOf(one.url) ?? '',
    sha512: textOf(one.sha512),
    sizeBytes: numberOf(one.size),
    blockMapSize: numberOf(one.blockMapSize),
  };
};

const parseYaml = async (text: string): Promise<Record<string, unknown>> => {
  const { parse } = await import('./yaml.ts');
  try {
    return (parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    throw new UnreadableFeedError('it is not YAML');
  }
};

/** Throws UnreadableFeedError. */
export const parseElectronFeed = async (text: string): Promise<ElectronFeed> => {
  const feed = await parseYaml(text);
  const { version, files } = feed;
  if (typeof version !== 'string' || !Array.isArray(files))
    throw new UnreadableFeedError('it has no version or no files');
  return {
    version,
    files: files.map(fileOf),
    notes: notesOf(feed.releaseNotes, version),
    releaseDate: textOf(feed.releaseDate),
    minimumSystemVersion: textOf(feed.minimumSystemVersion),
    hasPackages: typeof feed.packages === 'object' && feed.packages !== null,
    stagedPercent: numberOf(feed.stagingPercentage),
  };
};
