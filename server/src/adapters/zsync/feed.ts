import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { ArtifactMatch, Feed, FileLookup } from '../../domain/model/feed.ts';
import { formatPlatform, platformName } from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import { versionSpellings } from '../../domain/model/version.ts';

/*
 * zsync files, by which AppImages are updated. One address means the newest release of a place, under whatever name an
 * AppImage was built with: the file that its publisher made, byte for byte. It names the file that it was made for by a
 * name beside it, which is that release's own; a later one of the same name would not fit to it. A name that holds its
 * version still means that file after the next release, so that an update under way comes to its end.
 */

const ending = '.zsync';

/** Versions that are looked for in a name begin at one of its first numbers, and may hold a few hyphens. */
const [mostStarts, mostParts] = [2, 3];

type Release = ReleaseWithArtifacts;

const isAt =
  (place: string) =>
  (artifact: Artifact): boolean =>
    isMain(artifact) && platformName(artifact.target) === place;

const mainAt = ({ artifacts }: Release, place: string): Artifact | undefined => artifacts.find(isAt(place));

const zsyncOf = ({ artifacts }: Release, { target }: Artifact): Artifact | undefined =>
  artifacts.find((one) => one.companionOf === target && one.target === target + ending);

/** Whether an artifact has this name, or had it before it was made one that the service takes. */
const isCalled = ({ facts, target, format }: Artifact, { version }: Release, name: string): boolean => {
  const safe = name.replaceAll(/[^A-Za-z0-9._+~-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  // Where nobody declared one, its name is made of the app's and these.
  return facts.fileName === undefined
    ? name.endsWith(`-${version}-${target}${format}`)
    : facts.fileName === safe;
};

/** The versions that a file's name may hold, in every spelling. */
const versionsIn = (name: string): string[] => {
  const words = name.replace(/\.[A-Za-z]+$/, '').split(/(?<=[-_])/);
  const starts = [...words.keys()].filter((at) => /^[vV]?\d/.test(words[at] ?? '')).slice(0, mostStarts);
  const plain = starts.flatMap((at) =>
    Array.from({ length: Math.min(mostParts, words.length - at) }, (_, more) =>
      words
        .slice(at, at + more + 1)
        .join('')
        .replace(/[-_]$/, ''),
    ),
  );
  return [...new Set([...plain, ...plain.flatMap(versionSpellings)])].slice(0, bounds.versionsOfName);
};

const isNewest = (newer: readonly Release[], place: string): boolean =>
  !newer.some((release) => mainAt(release, place)?.state === 'active');

/** The zsync file of the newest release alone: where that has none, an older one would take clients back. */
const askForZsync = (channel: string, place: string): FileLookup => ({
  ...{ kind: 'file', channel, versions: [], isMeant: isAt(place) },
  checkedTarget: (target) => target.slice(0, -ending.length),
  pick: (release, newer = []) => {
    const main = mainAt(release, place);
    return main?.state === 'active' && isNewest(newer, place) ? zsyncOf(release, main) : undefined;
  },
});

const askForFile = (channel: string, place: string, name: string): FileLookup => {
  const versions = versionsIn(name);
  return {
    ...{ kind: 'file', channel, versions, isMeant: isAt(place) },
    pick: (release, newer = []) => {
      const main = mainAt(release, place);
      const isMeant = main !== undefined && isCalled(main, release, name) && zsyncOf(release, main);
      return isMeant && (versions.includes(release.version) || isNewest(newer, place)) ? main : undefined;
    },
  };
};

const judge = (place: string, release: Release, artifact: Artifact): ArtifactMatch => {
  if (!isMain(artifact) || platformName(artifact.target) !== place || artifact.format !== '.AppImage')
    return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `Its artifact for ${artifact.target} was pruned.` };
  return zsyncOf(release, artifact) === undefined
    ? { reason: `Its artifact for ${artifact.target} has no companion ${artifact.target}${ending}.` }
    : 'fit';
};

/** The feed of AppImage's updaters. */
export const zsync: Feed = {
  id: 'zsync',
  depth: 0,
  parse: (channel, rest) => {
    const [target = '', name = '', ...more] = rest.split('/');
    const isLong = target.length > bounds.targetLength || name.length > bounds.fileNameLength;
    if (isLong || target === '' || name === '' || more.length > 0) return undefined;
    const place = platformName(target);
    return name.endsWith(ending) ? askForZsync(channel, place) : askForFile(channel, place, name);
  },
  // What it serves are files.
  render: () => undefined,
  judge,
  addresses: ({ system, arch }) => {
    if (system !== 'linux') return [];
    const document = formatPlatform({ system, arch, bundle: undefined });
    const rest = `${document}/App.AppImage${ending}`;
    return [{ client: 'zsync', setting: `/${rest}`, rest, document }];
  },
};
