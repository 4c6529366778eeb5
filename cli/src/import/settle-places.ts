import type { Context } from '../context.ts';
import { usageFailure } from '../failure.ts';
import { inHouseWords } from '../place.ts';
import type { OfferedFile, ReadFeed } from './feed.ts';

/* RELEASES and Velopack's lists need not say what system and architecture their packages are for: whoever knows is asked. */

const usual = ['x86_64', 'aarch64', 'i686'];

/** Reads `--place`: a system and an architecture, in anyone's words. */
export const parsePlaces = (given: string[]): string[] =>
  given.map((text) => {
    const place = inHouseWords(text);
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

/** The feed with a target for every file: told, given or answered. */
export const settlePlaces = async (
  { shown, feed }: { shown: string; feed: ReadFeed },
  places: string[],
  context: Context,
): Promise<ReadFeed> => {
  const answers = new Map<string | null, string>();
  const settle = async (file: OfferedFile): Promise<OfferedFile> => {
    const { untold } = file;
    if (untold === undefined) return file;
    const given = places.find((place) => untold === null || place.startsWith(`${untold}-`));
    const place = given ?? answers.get(untold) ?? (await askPlace(shown, untold, context));
    answers.set(untold, place);
    return { ...file, targets: [place] };
  };
  const releases = [];
  for (const release of feed.releases) {
    const files = [];
    for (const file of release.files) files.push(await settle(file));
    releases.push({ ...release, files });
  }
  return { ...feed, releases };
};
