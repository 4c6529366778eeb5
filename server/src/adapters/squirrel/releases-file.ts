import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { Artifact } from '../../domain/model/artifact.ts';
import type { FeedClient, FeedView, PerClientDocument } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { deltaOf, listPackages, type PackageList } from '../nupkg.ts';

/*
 * RELEASES, for Squirrel.Windows: one line per package with SHA-1, URL and size. The client reads versions from file
 * names as SemVer 1 and rejects the whole list if it cannot parse one.
 */

/** Package names use SemVer 1, which has no dots in a pre-release and no build metadata. */
export const toPackageVersion = (version: string): string => {
  const [, numbers = '', pre = ''] = /^v?([\d.]+)(-[^+]*)?/i.exec(version) ?? [];
  return numbers + pre.replaceAll('.', '');
};

/** Package names write `1.1.0-beta.1` as `1.1.0-beta1`, so both spellings are candidates. */
export const fromPackageVersion = (version: string): string[] => {
  const dotted = version.replace(/(?<=-[A-Za-z]+)(?=\d+$)/, '.');
  return dotted === version ? [] : [dotted];
};

const text = (lines: readonly string[]): RenderedResponse => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body: lines.map((line) => `${line}\n`).join(''),
});

/** A partial rollout appends its percentage; the client buckets itself by an ID of its own. */
const shareOf = ({ shares }: FeedView, { id }: ReleaseWithArtifacts): string => {
  const percent = shares?.get(id);
  return percent === undefined ? '' : ` # ${percent}%`;
};

const lineOf = (view: FeedView, release: ReleaseWithArtifacts, artifact: Artifact): string => {
  const words = [artifact.facts.sha1?.toUpperCase(), view.urlOf(release, artifact), artifact.sizeBytes];
  return words.join(' ') + shareOf(view, release);
};

const linesOf = (view: FeedView, list: PackageList, withDeltas: boolean): string[] =>
  list.packages.toReversed().flatMap((one) => {
    const delta = withDeltas ? deltaOf(list, one) : undefined;
    return [one.full, ...(delta === undefined ? [] : [delta])].map((artifact) =>
      lineOf(view, one.release, artifact),
    );
  });

const ownName = /^[A-Za-z0-9._-]{1,100}$/;
const ownVersion = /^\d+(?:\.\d+){1,3}(?:-[A-Za-z][0-9A-Za-z-]*)?$/;

/** The client rejects an empty list. A list with only its own version means that it is up to date. */
const nothingButOwn = ({ id, version }: FeedClient): RenderedResponse | undefined =>
  id !== undefined && version !== undefined && ownName.test(id) && ownVersion.test(version)
    ? text([`${'0'.repeat(40)} ${id}-${version}-full.nupkg 0`])
    : undefined;

export const renderReleasesFile = (
  view: FeedView,
  most: number,
  pick: (release: ReleaseWithArtifacts) => Artifact | undefined,
): PerClientDocument => {
  const list = listPackages(view, most, pick);
  if (list.packages.length === 0) return { variants: [], choose: nothingButOwn };
  const plain = text(linesOf(view, list, false));
  if (list.deltas.length === 0) return { variants: [plain], choose: () => plain };
  const chained = text(linesOf(view, list, true));
  // The client sends its version as it appears in the package name.
  const reached = new Set([...list.reachable].map(toPackageVersion));
  return {
    variants: [plain, chained],
    choose: ({ version = '' }) => (reached.has(toPackageVersion(version)) ? chained : plain),
  };
};
