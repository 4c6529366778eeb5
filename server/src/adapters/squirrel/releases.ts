import type { RenderedResponse } from '../../domain/model/adapter.ts';
import type { Artifact } from '../../domain/model/artifact.ts';
import type { FeedClient, FeedView, PerClientDocument } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { deltaOf, listPackages, type PackageList } from '../nupkg.ts';

/*
 * RELEASES, for Squirrel.Windows: a line for each package with its SHA-1, address and size. The client reads versions
 * from the names of files, as SemVer 1, and throws the whole list away for one that it cannot read.
 */

/** A version as the names of packages have it: SemVer 1 knows no dots in a pre-release and no build. */
export const toPackageVersion = (version: string): string => {
  const [, numbers = '', pre = ''] = /^v?([\d.]+)(-[^+]*)?/i.exec(version) ?? [];
  return numbers + pre.replaceAll('.', '');
};

/** What may be the version of such a name: `1.1.0-beta1` is how `1.1.0-beta.1` is told. */
export const fromPackageVersion = (version: string): string[] => {
  const dotted = version.replace(/(?<=-[A-Za-z]+)(?=\d+$)/, '.');
  return dotted === version ? [] : [dotted];
};

const text = (lines: readonly string[]): RenderedResponse => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body: lines.map((line) => `${line}\n`).join(''),
});

/** Behind what is not for everyone yet stands for how many it is: the client counts itself in by an id of its own. */
const shareOf = ({ shares }: FeedView, { id }: ReleaseWithArtifacts): string => {
  const percent = shares?.get(id);
  return percent === undefined ? '' : ` # ${percent}%`;
};

const lineOf = (view: FeedView, release: ReleaseWithArtifacts, artifact: Artifact): string => {
  const words = [artifact.facts.sha1?.toUpperCase(), view.urlOf(release, artifact), artifact.sizeBytes];
  return words.join(' ') + shareOf(view, release);
};

const linesOf = (view: FeedView, list: PackageList, withDeltas: boolean): string[] =>
  list.packed.toReversed().flatMap((one) => {
    const delta = withDeltas ? deltaOf(list, one) : undefined;
    return [one.full, ...(delta === undefined ? [] : [delta])].map((artifact) =>
      lineOf(view, one.release, artifact),
    );
  });

const ownName = /^[A-Za-z0-9._-]{1,100}$/;
const ownVersion = /^\d+(?:\.\d+){1,3}(?:-[A-Za-z][0-9A-Za-z-]*)?$/;

/** The client takes no empty list: one that has nothing but its own version tells it that it is up to date. */
const nothingButOwn = ({ id, version }: FeedClient): RenderedResponse | undefined =>
  id !== undefined && version !== undefined && ownName.test(id) && ownVersion.test(version)
    ? text([`${'0'.repeat(40)} ${id}-${version}-full.nupkg 0`])
    : undefined;

/** The list, with deltas for those who can use them. */
export const renderReleasesFile = (
  view: FeedView,
  most: number,
  pick: (release: ReleaseWithArtifacts) => Artifact | undefined,
): PerClientDocument => {
  const list = listPackages(view, most, pick);
  if (list.packed.length === 0) return { all: [], choose: nothingButOwn };
  const plain = text(linesOf(view, list, false));
  if (list.deltas.length === 0) return { all: [plain], choose: () => plain };
  const chained = text(linesOf(view, list, true));
  // The client tells its version as it read it from the name of a package.
  const reached = new Set([...list.reached].map(toPackageVersion));
  return {
    all: [plain, chained],
    choose: ({ version = '' }) => (reached.has(toPackageVersion(version)) ? chained : plain),
  };
};
