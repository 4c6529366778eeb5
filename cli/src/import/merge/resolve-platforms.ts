import { normalizeTarget } from '@slipway/core/platform.ts';
import type { Context } from '../../context.ts';
import { readNuspec } from '../../discover/nuspec.ts';
import { usageFailure } from '../../errors/failure.ts';
import type { FeedArtifact, ParsedFeed } from '../readers/feed.ts';
import { platformFromHint } from '../readers/platform-hint.ts';
import type { FeedText, Source } from '../sources/source.ts';

/*
 * RELEASES and Velopack's lists may omit the platform of their packages. Local packages contain it; otherwise the user
 * is asked.
 */

const usual = ['x86_64', 'aarch64', 'i686'];

/** Parses `--place`: a system and an architecture, in any tool's terms. */
export const parsePlatforms = (requested: string[]): string[] =>
  requested.map((text) => {
    const place = normalizeTarget(text);
    if (place === undefined)
      throw usageFailure(`--place ${text} is not a platform.`, 'For example: --place windows-x86_64.');
    return place;
  });

const promptForPlatform = async (
  displayName: string,
  system: string | null,
  context: Context,
): Promise<string> => {
  const systems = system === null ? ['windows', 'darwin', 'linux'] : [system];
  const choices = systems.flatMap((os) => usual.map((arch) => `${os}-${arch}`));
  return await context.prompt.choice({
    message: `Platform of the files in ${displayName}`,
    missing: `${displayName} does not say which platform its files are for.`,
    nonInteractiveHint: `Pass --place, for example --place ${choices[0]}.`,
    choices,
  });
};

interface ResolveContext {
  source: Source;
  /** The values of `--place`. */
  platforms: string[];
  context: Context;
}

/** Reads a local package before it is verified, only to find its platform. */
const readPlatform = async (
  { location }: FeedText,
  file: FeedArtifact,
  { source }: ResolveContext,
): Promise<string | undefined> => {
  if (!source.isLocal || file.format !== '.nupkg') return undefined;
  const taken = await source.fetchFile(location, file);
  if ('gone' in taken) return undefined;
  const { rid, architecture } = await readNuspec(taken.path);
  return platformFromHint({ os: file.partialSystem ?? undefined, text: `${rid}/${architecture}` }).targets[0];
};

/** Takes the platform from the feed, from `--place`, from the package, or from the user. */
export const resolvePlatforms = async (
  text: FeedText,
  feed: ParsedFeed,
  settling: ResolveContext,
): Promise<ParsedFeed> => {
  const { platforms, context } = settling;
  let answer: string | undefined;
  const settle = async (file: FeedArtifact): Promise<FeedArtifact> => {
    const { partialSystem } = file;
    if (partialSystem === undefined) return file;
    const requested = platforms.find(
      (place) => partialSystem === null || place.startsWith(`${partialSystem}-`),
    );
    const resolved = requested ?? (await readPlatform(text, file, settling));
    if (resolved === undefined) answer ??= await promptForPlatform(text.displayName, partialSystem, context);
    return { ...file, targets: [resolved ?? answer ?? ''] };
  };
  const releases = [];
  for (const release of feed.releases) {
    const files = [];
    for (const file of release.files) files.push(await settle(file));
    releases.push({ ...release, files });
  }
  return { ...feed, releases };
};
