import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageFailure } from '../errors/failure.ts';
import { isPrivateKey } from './private-key.ts';
import { parseTauriPubkey } from './project-key.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';

export interface KeyArgument extends PublicKey {
  text: string;
}

/** Accepts a key or a file name; `@file` is always a file. */
const readText = async (argument: string, cwd: string): Promise<string> => {
  const isFile = argument.startsWith('@');
  const path = resolve(cwd, isFile ? argument.slice(1) : argument);
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content !== undefined) return content;
  // Keys contain no dots, but file names of keys do.
  if (isFile || /^[^\n]*\.[^\n]*$/.test(argument))
    throw usageFailure(`File ${path} not found.`, 'Check the path.');
  return argument;
};

/** Reads Sparkle's key from an Info.plist. */
const sparkleKeyIn = (text: string): string | undefined =>
  /<key>SUPublicEDKey<\/key>\s*<string>([^<]*)<\/string>/.exec(text)?.[1]?.trim();

/** Rejects private keys. */
export const readKeyArgument = async (argument: string, cwd: string): Promise<KeyArgument> => {
  const content = (await readText(argument, cwd)).trim();
  const text = parseTauriPubkey(content) ?? sparkleKeyIn(content) ?? content;
  if (isPrivateKey(text))
    throw usageFailure(
      'This is a private key. It was not sent.',
      'Pass the public key: the .pub file from `tauri signer generate` or `minisign -G`.',
    );
  const key = parsePublicKey(text);
  if (key !== undefined) return { ...key, text };
  throw usageFailure(
    'This is not a valid public key.',
    'Pass tauri.conf.json or its pubkey, a minisign .pub file, or Sparkle’s SUPublicEDKey or Info.plist.',
  );
};
