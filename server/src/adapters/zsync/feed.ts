import { formatPlatform, platformName } from '@slipway/core/platform.ts';
import { versionSpellings } from '@slipway/core/version.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import type { ArtifactMatch, Feed, FileLookup } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';

/*
 * zsync files, which AppImages use to update themselves. One URL serves the newest release of a platform under any file
 * name: the publisher's file, byte for byte. It refers to its AppImage by a relative name, which belongs to that
 * release; a later file of the same name would not match. A name that contains a version keeps resolving to that
 * release, so that a running update can finish.
 */

const ending = '.zsync';

/** Bounds the candidate versions in a name, since it comes from the client. */
const [mostStarts, mostParts] = [2, 3];

type Release = ReleaseWithArtifacts;

const isAt =
  (place: string) =>
  (artifact: Artifact): boolean =>
    isMain(artifact) && platformName(artifact.target) === place;

const mainAt = ({ artifacts }: Release, place: string): Artifact | undefined => artifacts.find(isAt(place));

const zsyncOf = ({ artifacts }: Release, { target }: Artifact): Artifact | undefined =>
  artifacts.find((one) => one.companionOf === target && one.target === target + ending);

/** Whether an artifact has this name, or had it before the server sanitized it. */
const isCalled = ({ facts, target, format }: Artifact, { version }: Release, name: string): boolean => {
  const safe = name.replaceAll(/[^A-Za-z0-9._+~-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  // The default name is built from these.
  return facts.fileName === undefined
    ? name.endsWith(`-${version}-${target}${format}`)
    : facts.fileName === safe;
};

/** All candidate versions in a file name. */
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

/** Never falls back to an older release, which would downgrade clients. */
const askForZsync = (channel: string, place: string): FileLookup => ({
  ...{ kind: 'file', channel, versions: [], matches: isAt(place) },
  checkedTarget: (target) => target.slice(0, -ending.length),
  pick: (release, newer = []) => {
    const main = mainAt(release, place);
    return main?.state === 'active' && isNewest(newer, place) ? zsyncOf(release, main) : undefined;
  },
});

const askForFile = (channel: string, place: string, name: string): FileLookup => {
  const versions = versionsIn(name);
  return {
    ...{ kind: 'file', channel, versions, matches: isAt(place) },
    pick: (release, newer = []) => {
      const main = mainAt(release, place);
      const isMeant = main !== undefined && isCalled(main, release, name) && zsyncOf(release, main);
      return isMeant && (versions.includes(release.version) || isNewest(newer, place)) ? main : undefined;
    },
  };
};

const matchArtifact = (place: string, release: Release, artifact: Artifact): ArtifactMatch => {
  if (!isMain(artifact) || platformName(artifact.target) !== place || artifact.format !== '.AppImage')
    return 'elsewhere';
  if (artifact.state !== 'active') return { reason: `The artifact for ${artifact.target} was pruned.` };
  return zsyncOf(release, artifact) === undefined
    ? { reason: `The artifact for ${artifact.target} has no companion ${artifact.target}${ending}.` }
    : 'fit';
};

export const zsync: Feed = {
  id: 'zsync',
  depth: 0,
  parse: (channel, requestPath) => {
    const [target = '', name = '', ...more] = requestPath.split('/');
    const isLong = target.length > bounds.targetLength || name.length > bounds.fileNameLength;
    if (isLong || target === '' || name === '' || more.length > 0) return undefined;
    const place = platformName(target);
    return name.endsWith(ending) ? askForZsync(channel, place) : askForFile(channel, place, name);
  },
  // This feed serves only files.
  render: () => undefined,
  matchArtifact,
  addresses: ({ system, arch }) => {
    if (system !== 'linux') return [];
    const document = formatPlatform({ system, arch, bundle: undefined });
    const requestPath = `${document}/App.AppImage${ending}`;
    return [{ client: 'zsync', configPath: `/${requestPath}`, requestPath, document }];
  },
};
