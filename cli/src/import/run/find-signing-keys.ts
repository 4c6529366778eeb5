import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { usageFailure } from '../../errors/failure.ts';
import { readProjectKey } from '../../signing/project-key.ts';
import { type PublicKey, parsePublicKey } from '../../signing/public-key.ts';

const readPublicKey = async (text: string, cwd: string): Promise<PublicKey> => {
  const content = text.startsWith('@')
    ? await readFile(resolve(cwd, text.slice(1)), 'utf8').catch(() => {
        throw usageFailure(`--public-key ${text}: file not found.`, 'Pass a file after the @.');
      })
    : text;
  const key = parsePublicKey(content);
  if (key !== undefined) return key;
  throw usageFailure(
    '--public-key is not a valid public key.',
    'Pass the pubkey of tauri.conf.json, a minisign .pub file or Sparkle’s SUPublicEDKey. Use @file to read a file.',
  );
};

/** Uses the given keys, otherwise the project's own. */
export const findSigningKeys = async (keyArguments: string[], { cwd }: Context): Promise<PublicKey[]> =>
  keyArguments.length > 0
    ? await Promise.all(keyArguments.map((text) => readPublicKey(text, cwd)))
    : [await readProjectKey(cwd)].filter((key) => key !== undefined);
