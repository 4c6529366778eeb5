import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageFailure } from '../errors/failure.ts';
import { isPrivateKey } from './private-key.ts';
import { parseTauriPubkey } from './project-key.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

/** A key as somebody gave it. */
export interface KeyArgument extends PublicKey {
  text: string;
}

/** What was given: the text itself, or that of a file of that name; `@file` is always a file. */
const readText = async (given: string, cwd: string): Promise<string> => {
  const isFile = given.startsWith('@');
  const path = resolve(cwd, isFile ? given.slice(1) : given);
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content !== undefined) return content;
  // No key has a dot in it, and every usual name of a file that holds one has.
  if (isFile || /^[^\n]*\.[^\n]*$/.test(given))
    throw usageFailure(`There is no file ${path}.`, 'Check the path.');
  return given;
};

/** The key that an Info.plist names, as Sparkle reads it. */
const sparkleKeyIn = (text: string): string | undefined =>
  /<key>SUPublicEDKey<\/key>\s*<string>([^<]*)<\/string>/.exec(text)?.[1]?.trim();

/** Reads a public key from a text or a file, and never lets a private one pass. */
export const readKeyArgument = async (given: string, cwd: string): Promise<KeyArgument> => {
  const content = (await readText(given, cwd)).trim();
  const text = parseTauriPubkey(content) ?? sparkleKeyIn(content) ?? content;
  if (isPrivateKey(text))
    throw usageFailure(
      'That is a private key. It was not sent.',
      'Give the public one: the .pub file that `tauri signer generate` or `minisign -G` wrote beside it.',
    );
  const key = parsePublicKey(text);
  if (key !== undefined) return { ...key, text };
  throw usageFailure(
    'That is not a public key that can be read.',
    'Give tauri.conf.json or its pubkey, a minisign .pub file, or Sparkle’s SUPublicEDKey or Info.plist: a text or a file.',
  );
};
