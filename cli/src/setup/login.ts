import { parseAddress, parseKey } from '../config/address.ts';
import { credentialsPath, readCredentials, withKey, writeCredentials } from '../config/credentials.ts';
import type { Connection } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';

/* Shared by `login` and `init`: get a working address and key, and save them. */

/** Uses the address in the settings, otherwise asks. */
export const chooseAddress = async ({ settings, prompt }: Context): Promise<string> => {
  const configured = settings.findUrl();
  if (configured !== undefined) return configured;
  const answer = await prompt.text({
    message: 'Server URL',
    missing: 'Missing server URL.',
    nonInteractiveHint: 'Pass --url or set SLIPWAY_URL.',
    placeholder: 'https://releases.example.com',
    validate: (text) => (/^https?:\/\/[^\s@]+$/i.test(text) ? undefined : 'Start with https:// or http://.'),
  });
  return parseAddress(answer, 'The URL');
};

const readStdin = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text.trim();
};

/** Shows the address before asking for the key. */
const askOnce = async (url: string, fromStdin: boolean, context: Context): Promise<string> => {
  const file = context.settings.findUrlFile();
  // A piped key is sent without showing the address, and a project file may contain the wrong one.
  if (fromStdin && file !== undefined)
    throw usageFailure(
      `Not sending the key to ${url}, because that URL comes from ${file}.`,
      'Pass --url to confirm the server.',
    );
  const key = fromStdin
    ? await readStdin()
    : await context.prompt.secret({
        message: `Key for ${url} (admin key or publish key)`,
        missing: 'No key, and no terminal to prompt for one.',
        nonInteractiveHint: 'Pass the key with --key-stdin, or set SLIPWAY_KEY.',
      });
  return parseKey(key, 'The key');
};

/** Fails if the server does not know the key. A valid key may still not be allowed to list apps. */
export const identifyKey = async (at: Connection, context: Context): Promise<'admin' | 'app'> => {
  try {
    await context.client(at).listApps({ limit: 1 });
    return 'admin';
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    return 'app';
  }
};

/** Asks again after a wrong key. */
export const promptForKey = async (
  url: string,
  fromStdin: boolean,
  context: Context,
): Promise<{ key: string; holder: 'admin' | 'app' }> => {
  for (;;) {
    const key = await askOnce(url, fromStdin, context);
    try {
      return { key, holder: await identifyKey({ url, key }, context) };
    } catch (error) {
      if (fromStdin || !isProblem(error, 'unauthorized')) throw error;
      context.output.warn(`${url} rejected this key: it is unknown, expired or revoked.`);
    }
  }
};

/** Stores the key for its address only, and returns the file's path. */
export const saveKey = async (at: Connection & { key: string }, { env }: Context): Promise<string> => {
  const path = credentialsPath(env);
  await writeCredentials(path, withKey(await readCredentials(path), at));
  return path;
};
