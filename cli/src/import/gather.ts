import { basename } from 'node:path';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { Unwanted } from '../net/get-file.ts';
import { givenBundle } from '../publish/item.ts';
import type { PlanItem } from '../publish/plan.ts';
import { findBlockMapFault } from './block-map.ts';
import type { LeftOut, NamedCompanion, NamedFile } from './feed.ts';
import type { ImportFile, ImportRelease } from './merge.ts';
import { type Proof, proveFile } from './prove.ts';
import type { PublicKey } from './public-key.ts';
import type { Source, Taken } from './source.ts';

/* Brings the files of one release here and proves each; what cannot be brought or proven is left out and named. */

export interface Gathering {
  source: Source;
  keys: PublicKey[];
  /** Codes of what may be left out silently of the release, where it would stop everything otherwise. */
  allow: string[];
  context: Context;
}

export interface Gathered {
  items: PlanItem[];
  leftOut: LeftOut[];
}

type Found = { path: string; proof: Extract<Proof, { is: 'proven' }> } | { reason: string };

const allows = ({ allow }: Gathering, code: string): boolean => allow.includes(code) || allow.includes('all');

const differsFailure = (version: string, { fileName }: NamedFile, reason: string): Failure =>
  new Failure(`${fileName} of ${version} is not the file that its feed speaks of: ${reason}.`, {
    exit: exitCodes.failed,
    code: 'file-differs',
    remedy: `Nothing of ${version} was sent. Put the right file in its place and run the command again, or pass --allow file-differs to import ${version} without it.`,
  });

const take = async (
  gathering: Gathering,
  feedAt: string,
  file: NamedFile,
): Promise<Taken | { other: string }> => {
  try {
    return await gathering.source.take(feedAt, file);
  } catch (error) {
    if (error instanceof Unwanted && error.code === 'too-large') return { other: error.message };
    if (error instanceof Unwanted) return { gone: error.message };
    if (error instanceof Failure && error.code === 'file-elsewhere' && allows(gathering, error.code))
      return { gone: error.message };
    throw error;
  }
};

const findFile = async (
  gathering: Gathering,
  { version }: ImportRelease,
  { feedAt, file, takesAsIs }: { feedAt: string; file: NamedFile; takesAsIs: boolean },
): Promise<Found> => {
  const taken = await take(gathering, feedAt, file);
  if ('gone' in taken) return { reason: taken.gone };
  const { keys, context } = gathering;
  const proof: Proof =
    'other' in taken
      ? { is: 'other', reason: taken.other }
      : await proveFile(taken.path, file, { keys, signal: context.interrupted, takesAsIs });
  if (proof.is === 'proven' && 'path' in taken) return { path: taken.path, proof };
  if (proof.is === 'other' && !allows(gathering, 'file-differs'))
    throw differsFailure(version, file, proof.reason);
  return { reason: proof.is === 'proven' ? 'it is gone' : proof.reason };
};

const itemOf = (file: ImportFile, { path, proof }: Exclude<Found, { reason: string }>): PlanItem => ({
  target: file.targets[0] ?? '',
  path,
  format: file.format,
  sizeBytes: proof.sizeBytes,
  signature: file.signature,
  signaturePath: undefined,
  bundle: givenBundle(path),
  facts: { ...file.facts, ...(file.wantsSha512 ? { sha512: proof.hashes.sha512 } : {}) },
});

const companionItem = (
  main: PlanItem,
  companion: NamedCompanion,
  found: { path: string; sizeBytes: number },
) => ({
  target: `${main.target}.${companion.suffix}`,
  path: found.path,
  format: givenBundle(companion.fileName).format,
  sizeBytes: found.sizeBytes,
  signature: companion.signature,
  signaturePath: undefined,
  bundle: givenBundle(found.path),
  facts: companion.facts,
  companionOf: main.target,
});

const gatherCompanion = async (
  gathering: Gathering,
  release: ImportRelease,
  { file, main, companion }: { file: ImportFile; main: PlanItem; companion: NamedCompanion },
): Promise<PlanItem | LeftOut | undefined> => {
  const isBlockMap = companion.suffix === 'blockmap';
  const wanted = { feedAt: file.feedAt, file: companion, takesAsIs: isBlockMap };
  const found = await findFile(gathering, release, wanted);
  const left = (reason: string): LeftOut => ({ version: release.version, file: companion.fileName, reason });
  if ('reason' in found) return companion.isOptional ? undefined : left(found.reason);
  const fault = isBlockMap ? await findBlockMapFault(found.path, main.sizeBytes) : undefined;
  if (fault !== undefined) return left(fault);
  return companionItem(main, companion, { path: found.path, sizeBytes: found.proof.sizeBytes });
};

/** Every file of a release that is there and proven, as items of a plan. */
export const gatherRelease = async (release: ImportRelease, gathering: Gathering): Promise<Gathered> => {
  const gathered: Gathered = { items: [], leftOut: [] };
  // One file may serve several targets, and is brought once.
  const seen = new Map<string, Promise<Found>>();
  const find = (file: ImportFile): Promise<Found> => {
    const { feedAt, location, hashes, signature } = file;
    const key = JSON.stringify([feedAt, location, hashes, signature]);
    const found =
      seen.get(key) ??
      findFile(gathering, release, { feedAt: file.feedAt, file, takesAsIs: file.isByName === true });
    seen.set(key, found);
    return found;
  };
  for (const file of release.files) {
    gathering.context.output.note(`${release.version}: ${basename(file.fileName)}`);
    const found = await find(file);
    if ('reason' in found) {
      gathered.leftOut.push({ version: release.version, file: file.fileName, reason: found.reason });
      continue;
    }
    const main = itemOf(file, found);
    gathered.items.push(main);
    for (const companion of file.companions) {
      const more = await gatherCompanion(gathering, release, { file, main, companion });
      if (more === undefined) continue;
      if ('target' in more) gathered.items.push(more);
      else gathered.leftOut.push(more);
    }
  }
  return gathered;
};
