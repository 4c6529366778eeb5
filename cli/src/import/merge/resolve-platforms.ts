import { normalizeTarget } from '@slipway/build-files/platform.ts';
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
export const parsePlatforms = (given: string[]): string[] =>
  given.map((text) => {
    const place = normalizeTarget(text);
    if (place === undefined)
      throw usageFailure(
        `--place ${text} is no system and architecture.`,
        'For example: --place windows-x86_64.',
      );
    return place;
  });

const askPlace = async (shown: string, untold: string | null, context: Context): Promise<string> => {
  const systems = untold === null ? ['windows', 'darwin', 'linux'] : [untold];
  const choices = systems.flatMap((os) => usual.map((arch) => `${os}-${arch}`));
  return await context.ask.choice({
    message: `What are the files of ${shown} for?`,
    missing: `${shown} does not say which system and architecture its files are for.`,
    otherwise: `Pass --place, for example --place ${choices[0]}.`,
    choices,
  });
};

interface ResolveContext {
  source: Source;
  /** The values of `--place`. */
  places: string[];
  context: Context;
}

/** Reads a local package before it is verified, only to find its platform. */
const readPlace = async (
  { at }: FeedText,
  file: FeedArtifact,
  { source }: ResolveContext,
): Promise<string | undefined> => {
  if (!source.isLocal || file.format !== '.nupkg') return undefined;
  const taken = await source.take(at, file);
  if ('gone' in taken) return undefined;
  const { rid, architecture } = await readNuspec(taken.path);
  return platformFromHint({ os: file.untold ?? undefined, words: `${rid}/${architecture}` }).targets[0];
};

/** Takes the platform from the feed, from `--place`, from the package, or from the user. */
export const resolvePlatforms = async (
  text: FeedText,
  feed: ParsedFeed,
  settling: ResolveContext,
): Promise<ParsedFeed> => {
  const { places, context } = settling;
  let answer: string | undefined;
  const settle = async (file: FeedArtifact): Promise<FeedArtifact> => {
    const { untold } = file;
    if (untold === undefined) return file;
    const given = places.find((place) => untold === null || place.startsWith(`${untold}-`));
    const told = given ?? (await readPlace(text, file, settling));
    if (told === undefined) answer ??= await askPlace(text.shown, untold, context);
    return { ...file, targets: [told ?? answer ?? ''] };
  };
  const releases = [];
  for (const release of feed.releases) {
    const files = [];
    for (const file of release.files) files.push(await settle(file));
    releases.push({ ...release, files });
  }
  return { ...feed, releases };
};
