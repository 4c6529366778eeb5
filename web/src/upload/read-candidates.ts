import type { CandidateFile } from './detect-files.ts';
import type { DroppedFile } from './dropped-files.ts';
import { isPrivateKey, testKeyPairs } from './private-key.ts';

/** Files up to this size are searched for private keys. */
const maxTextBytes = 256 * 1024;

const readText = async (file: File): Promise<string | undefined> =>
  file.size <= maxTextBytes ? await file.text() : undefined;

/** Reads what detection needs of each dropped file. */
export const readCandidates = async (dropped: readonly DroppedFile[]): Promise<CandidateFile[]> => {
  const texts = await Promise.all(dropped.map(({ file }) => readText(file)));
  await testKeyPairs(texts.filter((text) => text !== undefined));
  return dropped.map(({ path, file }, at) => {
    const text = texts[at];
    return {
      path,
      sizeBytes: file.size,
      text,
      isPrivateKey: text !== undefined && isPrivateKey(text),
    };
  });
};
